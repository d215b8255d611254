import { MantineProvider } from '@mantine/core';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { router } from './app/router.tsx';
import { LocaleProvider } from './lib/locale.tsx';
import './ui/tokens.css';
import './ui/global.css';
import { theme } from './ui/theme.ts';

const root = document.getElementById('root');
if (!root) throw new Error('no root element');

createRoot(root).render(
  <StrictMode>
    <MantineProvider theme={theme} withCssVariables={false} defaultColorScheme="auto">
      <LocaleProvider>
        <RouterProvider router={router} />
      </LocaleProvider>
    </MantineProvider>
  </StrictMode>,
);
