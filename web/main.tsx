import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { router } from './app/router.tsx';
import { apply as applyColorScheme } from './lib/page/color-scheme.ts';
import { isDispatched } from './lib/session/dispatched.ts';
import { becomeInstallable } from './lib/page/installable.ts';
import { LocaleProvider } from './lib/words/locale.tsx';
import './ui/tokens.css';
import './ui/layout/scale.css';
import './ui/global.css';
import './ui/layout/layout.css';

applyColorScheme();
if (!isDispatched) becomeInstallable();

const root = document.getElementById('root');
if (!root) throw new Error('no root element');

const application = createRoot(root);
const show = (shown: typeof router) =>
  application.render(
    <StrictMode>
      <LocaleProvider>
        <RouterProvider router={shown} />
      </LocaleProvider>
    </StrictMode>,
  );

if (isDispatched) void import('./app/dispatched/router.tsx').then((it) => show(it.dispatchedRouter));
else show(router);
