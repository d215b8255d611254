import { IconDeviceMobileCheck, IconDeviceMobileDown } from '@tabler/icons-react';
import { use, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../ui/control/button/button.tsx';
import { useBytes } from '../../../lib/files/bytes.ts';
import { showSuccess, showWarning } from '../../../lib/page/toasts.ts';
import {
  dropMaterials,
  keepMaterial,
  type ToKeep,
  useKeptMaterials,
  wholeSizeOf,
} from '../../../lib/reading/kept-materials.ts';
import { ReadingCode } from '../../../lib/reading/reading-code.ts';
import { whileOnline } from './while-online.ts';

interface Props {
  material: ToKeep;
}

/** Keeps the material that is open, with all its files, for when there is no connection; or takes it away again. */
export function KeepMaterial({ material }: Props) {
  const t = useTranslations('kept');
  const bytes = useBytes();
  const loadCode = use(ReadingCode);
  const [busy, setBusy] = useState<'keeping' | 'dropping' | null>(null);
  const isKept = useKeptMaterials().some(({ id, chosen }) => chosen && id === material.id);
  if (!loadCode) return null;

  async function change(prepare: () => Promise<void>): Promise<void> {
    setBusy(isKept ? 'dropping' : 'keeping');
    try {
      if (isKept) {
        await dropMaterials([material.id]);
        showSuccess(t('dropped'));
      } else {
        const isRoom = await whileOnline(() => prepare().then(() => keepMaterial(material)));
        if (isRoom) showSuccess(t('kept'));
        else showWarning(t('no_room'));
      }
    } catch {
      showWarning(t('failed'));
    } finally {
      setBusy(null);
    }
  }

  // It is here before the page that shows it is.
  const isHere = isKept && busy !== 'keeping';
  return (
    <>
      <Button
        variant="default"
        loading={busy !== null}
        leftSection={
          isHere ? (
            <IconDeviceMobileCheck size={18} aria-hidden />
          ) : (
            <IconDeviceMobileDown size={18} aria-hidden />
          )
        }
        onClick={() => void change(loadCode)}
      >
        {busy === 'keeping'
          ? t('being_kept')
          : isHere
            ? t('drop')
            : t('keep', { size: bytes(wholeSizeOf(material)) })}
      </Button>
      <span className="unseen" role="status">
        {busy === 'keeping' && t('being_kept')}
      </span>
    </>
  );
}
