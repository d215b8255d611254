import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { router } from './app/router.tsx';
import { apply as applyColorScheme } from './lib/color-scheme.ts';
import { becomeInstallable } from './lib/installable.ts';
import { LocaleProvider } from './lib/locale.tsx';
import './ui/tokens.css';
import './ui/global.css';

applyColorScheme();
becomeInstallable();

const root = document.getElementById('root');
if (!root) throw new Error('no root element');

const application = createRoot(root);
const start = () =>
  application.render(
    <StrictMode>
      <LocaleProvider>
        <RouterProvider router={router} />
      </LocaleProvider>
    </StrictMode>,
  );

/** Milliseconds; who a slow line has not named yet is not waited for. */
const FRAME_MS = 400;

// Drawing the application takes a phone half a second, before which the frame is there at once (early.js).
void Promise.race([window.early?.frame, new Promise((done) => setTimeout(done, FRAME_MS))]).then(start);
