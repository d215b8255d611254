import { useEffect, useState } from 'react';
import { loadChunk } from '../../../lib/page/chunks.ts';

export interface Device {
  /** "Chrome · Windows"; empty for an unknown one. */
  name: string;
  kind: 'desktop' | 'phone' | 'tablet';
}

type Reader = (userAgent: string) => Device;

let loading: Promise<Reader> | undefined;

async function loadReader(): Promise<Reader> {
  const { default: Bowser } = await loadChunk(() => import('bowser'));
  return (userAgent) => {
    if (!userAgent) return { name: '', kind: 'desktop' };
    const { browser, os, platform } = Bowser.parse(userAgent);
    const kind = platform.type === 'mobile' ? 'phone' : platform.type === 'tablet' ? 'tablet' : 'desktop';
    return { name: [browser.name, os.name].filter(Boolean).join(' · '), kind };
  };
}

/** The code that reads a browser's User-Agent, which comes late. */
export const deviceReader = (): Promise<Reader> => (loading ??= loadReader());

/** Reads a browser's User-Agent; null until the code that can is there. */
export function useDeviceReader(): Reader | null {
  const [reader, setReader] = useState<Reader | null>(null);
  useEffect(() => {
    let current = true;
    void deviceReader().then((loaded) => current && setReader(() => loaded));
    return () => {
      current = false;
    };
  }, []);
  return reader;
}
