import { createTheme, MantineProvider } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { useShownScheme } from '../../../lib/page/color-scheme.ts';
import { useTopDialog } from '../../dialog/top-layer.ts';
import { theme } from './theme.ts';
import './theme.css';

/** What the editor's toolbar needs around it; what it opens lies over the dialog that it stands in. */
export function MantineFrame({ children }: { children: ReactNode }) {
  const scheme = useShownScheme();
  const top = useTopDialog();
  const own = useMemo(() => {
    const Portal = { defaultProps: { target: top ?? undefined } };
    return createTheme({ ...theme, components: { Portal } });
  }, [top]);
  return (
    <MantineProvider theme={own} withCssVariables={false} forceColorScheme={scheme}>
      {children}
    </MantineProvider>
  );
}
