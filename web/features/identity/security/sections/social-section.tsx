import { type Backend, BACKENDS, deleteSocialLink, signInOptions } from '#contract/identity/social';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../../ui/control/button/button.tsx';
import { dateText } from '../../../../lib/words/dates.ts';
import { errorOf, useErrorText } from '../../../../lib/api/errors.ts';
import { beginSocialSignIn, type Provider } from '../../../../lib/session/social-sign-in.ts';
import { showSuccess, showWarning } from '../../../../lib/page/toasts.ts';
import { useData } from '../../../../lib/api/use-data.ts';
import { ConfirmDialog } from '../../../../ui/dialog/confirm-dialog.tsx';
import { Section } from '../../../../ui/page/panel.tsx';
import { PROVIDER_NAMES, ProviderMark } from '../../../../ui/brand/provider-mark.tsx';
import { Setting, Settings } from '../../../../ui/page/setting.tsx';
import { StatusBadge } from '../../../../ui/state/status-badge.tsx';
import { ConfirmationDeclined, usePasswordConfirmation } from '../password-confirmation.tsx';
import { useConfirmedAction } from '../use-confirmed-action.ts';
import type { Security } from '../security.ts';

type Link = Security['social_links'][number];

/** Providers one can sign in with; also one that is no longer offered, while it is linked. */
export function SocialSection({ links }: { links: readonly Link[] }) {
  const t = useTranslations('security.social');
  const [removing, setRemoving] = useState<Backend | null>(null);
  const providers = useData(signInOptions, {}).data?.providers ?? [];
  const remove = useConfirmedAction(deleteSocialLink, {
    onDone: () => {
      setRemoving(null);
      showSuccess(t('removed'));
    },
  });
  const shown = BACKENDS.map((backend) => ({
    backend,
    provider: providers.find((one) => one.backend === backend),
    link: links.find((one) => one.backend === backend),
  })).filter(({ provider, link }) => provider || link);
  if (shown.length === 0) return null;

  return (
    <Section title={t('title')}>
      <p className="lead">{t('text')}</p>
      <Settings>
        {shown.map(({ backend, provider, link }) => (
          <Setting
            key={backend}
            icon={<ProviderMark backend={backend} size={22} />}
            title={PROVIDER_NAMES[backend]}
            badge={
              <StatusBadge tone={link ? 'good' : 'neutral'}>{t(link ? 'linked' : 'not_linked')}</StatusBadge>
            }
            text={
              link && [link.email, t('since', { date: dateText(link.linked_at) })].filter(Boolean).join(' · ')
            }
            actions={
              link ? (
                <Button
                  variant="default"
                  onClick={() => setRemoving(backend)}
                  aria-label={t('remove_named', { provider: PROVIDER_NAMES[backend] })}
                >
                  {t('remove')}
                </Button>
              ) : (
                provider && <LinkButton provider={provider} />
              )
            }
          />
        ))}
      </Settings>
      <ConfirmDialog
        opened={removing !== null}
        title={t('remove_title')}
        text={t('remove_text', { provider: removing ? PROVIDER_NAMES[removing] : '' })}
        confirmLabel={t('remove')}
        danger
        busy={remove.busy}
        onConfirm={() => removing && void remove.run({ params: { backend: removing } })}
        onCancel={() => setRemoving(null)}
      />
    </Section>
  );
}

/** Asks for the password before the page is left: afterwards it would be too late to ask. */
function LinkButton({ provider }: { provider: Provider }) {
  const t = useTranslations('security.social');
  const errorText = useErrorText();
  const confirm = usePasswordConfirmation();
  const [busy, setBusy] = useState(false);

  async function link(): Promise<void> {
    setBusy(true);
    try {
      await confirm();
      await beginSocialSignIn(provider, { purpose: 'link', callback: '/profile#security' });
    } catch (error) {
      setBusy(false);
      if (!(error instanceof ConfirmationDeclined)) showWarning(errorText(errorOf(error)));
    }
  }

  return (
    <Button
      variant="default"
      loading={busy}
      onClick={() => void link()}
      aria-label={t('link_named', { provider: PROVIDER_NAMES[provider.backend] })}
    >
      {t('link')}
    </Button>
  );
}
