import { getSpace } from '#contract/companies';
import { useTranslations } from 'use-intl';
import { useData } from '../../lib/use-data.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Facts, Panel } from '../../ui/panel.tsx';

export function CompanyScreen({ id }: { id: number }) {
  const t = useTranslations('companies');
  const company = useData(getSpace, { params: { id } });
  return (
    <Loaded query={company}>
      {({ name, email, phone, website, description, owner }) => (
        <>
          <PageHeader title={name} />
          <Panel title={t('contacts')}>
            <Facts
              facts={[
                [t('owner'), `${owner.first_name} ${owner.last_name}`],
                [t('email'), email && <a href={`mailto:${email}`}>{email}</a>],
                [t('phone'), phone && <a href={`tel:${phone}`}>{phone}</a>],
                [
                  t('website'),
                  website && (
                    <a href={`https://${website}`} target="_blank" rel="noopener noreferrer">
                      {website}
                    </a>
                  ),
                ],
              ]}
            />
          </Panel>
          <Panel title={t('description')}>
            <p style={{ margin: 0, maxWidth: '44rem', whiteSpace: 'pre-line' }}>
              {description || t('no_description')}
            </p>
          </Panel>
        </>
      )}
    </Loaded>
  );
}
