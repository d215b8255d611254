import { IconDownload, IconPrinter } from '@tabler/icons-react';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslations } from 'use-intl';
import { Button } from '../../../../ui/control/button/button.tsx';
import { Checkbox } from '../../../../ui/control/choice/checkbox.tsx';
import { PRODUCT_NAME } from '../../../../lib/words/product.ts';
import { useProfile } from '../../../../lib/session/session.ts';
import { ConfirmDialog } from '../../../../ui/dialog/confirm-dialog.tsx';
import { CopyButton } from '../../../../ui/control/button/copy-button.tsx';
import classes from './recovery-codes-dialog.module.css';
import { Dialog } from '../../../../ui/dialog/dialog.tsx';

/** New recovery codes, shown this once. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const t = useTranslations();
  const { email, phone } = useProfile();
  const [kept, setKept] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const heading = t('security.recovery_codes.sheet', {
    product: PRODUCT_NAME,
    username: email ?? phone ?? '',
  });
  const text = [heading, '', ...codes, ''].join('\n');
  const close = () => (kept ? onClose() : setLeaving(true));

  return (
    <Dialog
      onClose={close}
      title={t('security.recovery_codes.dialog_title')}
      closeOnClickOutside={false}
      closeOnEscape={!leaving}
    >
      <p className="flush before-7">{t('security.recovery_codes.dialog_text')}</p>
      <ul className={`${classes.codes} spelled`}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      {/* The only thing that a print of the page shows. */}
      {createPortal(<pre className={`${classes.sheet} on-paper`}>{text}</pre>, document.body)}
      <div className={classes.tools}>
        <CopyButton text={codes.join('\n')} label={t('common.copy.label')} />
        <Button
          component="a"
          variant="default"
          size="sm"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download={`${PRODUCT_NAME.toLowerCase()}-recovery-codes.txt`}
          leftSection={<IconDownload size={17} aria-hidden />}
        >
          {t('security.recovery_codes.download')}
        </Button>
        <Button
          variant="default"
          size="sm"
          leftSection={<IconPrinter size={17} aria-hidden />}
          onClick={() => window.print()}
        >
          {t('security.recovery_codes.print')}
        </Button>
      </div>
      <Checkbox
        label={t('security.recovery_codes.kept')}
        checked={kept}
        onChange={(event) => setKept(event.currentTarget.checked)}
      />
      <div className="buttons after-8 shares">
        <Button onClick={close}>{t('security.recovery_codes.done')}</Button>
      </div>
      {/* Mounted only then: one there already would take the Escape that asked for it. */}
      {leaving && (
        <ConfirmDialog
          opened
          title={t('security.recovery_codes.leave_title')}
          text={t('security.recovery_codes.leave_text')}
          confirmLabel={t('security.recovery_codes.leave')}
          danger
          onConfirm={onClose}
          onCancel={() => setLeaving(false)}
        />
      )}
    </Dialog>
  );
}
