import type { ResponseOf } from '#contract/platform';
import { signInOptions } from '#contract/identity/social';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { call } from '../../../../lib/api/api.ts';
import { beginSocialSignIn } from '../../../../lib/session/social-sign-in.ts';
import { PlainButton } from '../../../../ui/plain/plain-button.tsx';
import { PROVIDER_NAMES, ProviderMark } from '../../../../ui/brand/provider-mark.tsx';
import classes from './social-buttons.module.css';

type Providers = ResponseOf<typeof signInOptions>['providers'];

interface Props {
  callback: string | null;
  /** Accepted along; it makes the account where there is none. */
  invitation?: { token: string; page: string };
  /** What going on with a provider means beside signing in. */
  note?: ReactNode;
}

/** Ways to sign in with a provider, below the form: they appear when the server has named them, and nothing moves. */
export function SocialButtons({ callback, invitation, note }: Props) {
  const t = useTranslations('accounts.login');
  const [providers, setProviders] = useState<Providers>([]);

  useEffect(() => {
    let current = true;
    call(signInOptions, {}).then(
      (options) => current && setProviders(options.providers),
      () => {}, // The password works all the same.
    );
    return () => {
      current = false;
    };
  }, []);

  if (providers.length === 0) return null;
  return (
    <div className={classes.providers}>
      <p className={`${classes.or} row note gap-5`}>{t('or')}</p>
      {providers.map((provider) => (
        <PlainButton
          key={provider.backend}
          quiet
          wide
          onClick={() =>
            void beginSocialSignIn(provider, {
              purpose: 'sign_in',
              callback,
              ...(invitation && { invitation }),
            })
          }
        >
          <ProviderMark backend={provider.backend} />
          {t('with_provider', { provider: PROVIDER_NAMES[provider.backend] })}
        </PlainButton>
      ))}
      {note && <p className="note">{note}</p>}
    </div>
  );
}
