import { getMaterial } from '#contract/learning/materials';
import { IconDeviceMobileDown, IconTrash } from '@tabler/icons-react';
import { use, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../ui/control/button/button.tsx';
import { call } from '../../../lib/api/api.ts';
import { useBytes } from '../../../lib/files/bytes.ts';
import { showSuccess, showWarning } from '../../../lib/page/toasts.ts';
import {
  bytesOf,
  dropMaterials,
  keepMaterial,
  useKeptMaterials,
} from '../../../lib/reading/kept-materials.ts';
import { ReadingCode } from '../../../lib/reading/reading-code.ts';
import { whileOnline } from './while-online.ts';

interface Props {
  course: {
    id: number;
    education_materials: readonly {
      id: number;
      type: string;
      form_id: number | null;
      locked: string | null;
    }[];
  };
}

/** Keeps what is open of a course for when there is no connection: texts and files, never tests and packages. */
export default function KeepCourse({ course }: Props) {
  const t = useTranslations('kept');
  const bytes = useBytes();
  const loadCode = use(ReadingCode);
  const kept = useKeptMaterials().filter(({ course_id, chosen }) => chosen && course_id === course.id);
  const [keeping, setKeeping] = useState<{ done: number; count: number } | null>(null);
  const readable = course.education_materials.filter(
    ({ form_id, type }) => form_id === null && type !== 'package',
  );
  const open = readable.filter(({ locked }) => locked === null);
  const missing = open.filter(({ id }) => !kept.some((one) => one.id === id));
  if (!loadCode || open.length === 0) return null;

  async function keep(prepare: () => Promise<void>): Promise<void> {
    const count = missing.length;
    const troubles: ('no_room' | 'failed')[] = [];
    setKeeping({ done: 1, count });
    try {
      await whileOnline(prepare);
      for (const [place, { id }] of missing.entries()) {
        setKeeping({ done: place + 1, count });
        const trouble = await keepOne(id);
        if (trouble) troubles.push(trouble);
      }
      const [first] = troubles;
      if (first) showWarning(t('kept_some', { kept: count - troubles.length, count, why: t(first) }));
      else showSuccess(t('course_kept'));
    } catch {
      showWarning(t('failed'));
    } finally {
      setKeeping(null);
    }
  }

  /** One that cannot be kept keeps no other from it. */
  async function keepOne(id: number): Promise<'no_room' | 'failed' | null> {
    try {
      const material = await call(getMaterial, { params: { id: course.id, materialId: id } });
      return (await whileOnline(() => keepMaterial(material))) ? null : 'no_room';
    } catch {
      return 'failed';
    }
  }

  return (
    <div className="cluster gap-4 ends off-paper">
      {(missing.length > 0 || keeping) && (
        <Button
          variant="subtle"
          disabled={keeping !== null}
          leftSection={<IconDeviceMobileDown size={18} aria-hidden />}
          onClick={() => void keep(loadCode)}
        >
          {keeping
            ? t('keeping', keeping)
            : t(kept.length > 0 ? 'keep_rest' : 'keep_course', { count: missing.length })}
        </Button>
      )}
      {kept.length > 0 && !keeping && (
        <>
          <span className="note">{t('course_here', { count: kept.length, size: bytes(bytesOf(kept)) })}</span>
          <Button
            variant="subtle"
            leftSection={<IconTrash size={18} aria-hidden />}
            onClick={() => void dropMaterials(kept.map(({ id }) => id)).then(() => showSuccess(t('dropped')))}
          >
            {t('drop')}
          </Button>
        </>
      )}
      {readable.length < course.education_materials.length && (
        <span className="note">{t('online_only')}</span>
      )}
      <span className="unseen" role="status">
        {keeping && t('keeping', keeping)}
      </span>
    </div>
  );
}
