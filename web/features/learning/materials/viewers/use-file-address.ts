import { getMaterial } from '#contract/learning/materials';
import { useRef, useState } from 'react';
import { call } from '../../../../lib/api/api.ts';
import type { Material, MaterialFile } from '../material.ts';

/** An address that ran out is asked for again, but not one after another where something else is wrong. */
const RENEWAL_MS = 60_000;

/** The address of a file, which runs out after hours, and the way to a fresh one; null where there is no other. */
export function useFileAddress(material: Material, file: MaterialFile) {
  const [url, setUrl] = useState(file.url);
  const renewedAt = useRef(-Infinity);
  async function renew(): Promise<string | null> {
    if (performance.now() - renewedAt.current < RENEWAL_MS) return null;
    renewedAt.current = performance.now();
    try {
      const params = { id: material.course_id, materialId: material.id };
      const { files } = await call(getMaterial, { params });
      const fresh = files.find(({ id }) => id === file.id)?.url ?? null;
      if (fresh === null || fresh === url) return null;
      setUrl(fresh);
      return fresh;
    } catch {
      return null;
    }
  }
  return { url, renew };
}
