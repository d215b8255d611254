import { KEY_NAME_LENGTH } from '#contract/identity/factors';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../../ui/control/button/button.tsx';
import { TextInput } from '../../../../ui/control/field/text-input.tsx';
import { errorOf, useErrorText } from '../../../../lib/api/errors.ts';
import { Notice } from '../../../../ui/state/notice.tsx';
import { ConfirmationDeclined } from '../password-confirmation.tsx';
import { canUseKeys, keyFailure, loadKeyLibrary, registerKey } from './register-key.ts';
import { useConfirmedCall } from '../use-confirmed-action.ts';
import { deviceReader, useDeviceReader } from '../use-device-reader.ts';
import { Dialog } from '../../../../ui/dialog/dialog.tsx';

interface Props {
  onDone: (codes: readonly string[] | null) => void;
  onClose: () => void;
}

/** Registers a security key under a name. */
export function AddKeyDialog({ onDone, onClose }: Props) {
  const t = useTranslations();
  return (
    <Dialog onClose={onClose} title={t('security.keys.add_title')}>
      {canUseKeys() ? (
        <AddKeyForm onDone={onDone} onClose={onClose} />
      ) : (
        <Notice tone="warning" title={t('security.keys.unsupported_title')} alert>
          {t('security.keys.unsupported')}
        </Notice>
      )}
    </Dialog>
  );
}

function AddKeyForm({ onDone, onClose }: Props) {
  const t = useTranslations();
  const errorText = useErrorText();
  const read = useDeviceReader();
  const send = useConfirmedCall();
  const running = useRef(false);
  const [typed, setTyped] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const name = typed ?? read?.(navigator.userAgent).name ?? '';
  const lacksName = typed !== null && name.trim() === '';

  useEffect(() => void loadKeyLibrary(), []);

  async function register(): Promise<void> {
    running.current = true;
    setBusy(true);
    setProblem(null);
    try {
      // Whoever presses before the name has come that is proposed wants that one.
      const given = (typed ?? (await deviceReader())(navigator.userAgent).name).trim();
      if (given === '') setTyped('');
      else onDone((await registerKey(send, given)).recovery_codes);
    } catch (error) {
      if (!(error instanceof ConfirmationDeclined)) setProblem(textOf(error));
    } finally {
      running.current = false;
      setBusy(false);
    }
  }

  function textOf(error: unknown): string {
    const failure = keyFailure(error);
    return failure ? t(`security.keys.${failure}`) : errorText(errorOf(error));
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!running.current) void register();
  }

  return (
    <form className="stack gap-7" noValidate onSubmit={submit}>
      <p className="flush">{t('security.keys.add_text')}</p>
      {problem && <Notice tone="bad" title={problem} alert />}
      <TextInput
        data-autofocus
        label={t('security.keys.name')}
        description={t('security.keys.name_hint')}
        maxLength={KEY_NAME_LENGTH}
        autoComplete="off"
        value={name}
        onChange={(event) => setTyped(event.currentTarget.value)}
        error={lacksName ? errorText({ code: 'required', params: {} }) : undefined}
      />
      <p className="note steady" role="status">
        {busy && t('security.keys.waiting')}
      </p>
      <div className="buttons after-8 shares">
        <Button variant="default" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button type="submit" loading={busy}>
          {t('security.keys.add')}
        </Button>
      </div>
    </form>
  );
}
