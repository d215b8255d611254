import { getSpace } from '#contract/identity/companies';
import type { ResponseOf } from '#contract/platform';
import { IconLayoutDashboard, IconPencil } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { Button } from '../../../ui/control/button/button.tsx';
import { useMay } from '../../../lib/session/session.ts';
import { useData } from '../../../lib/api/use-data.ts';
import { Loaded } from '../../../ui/state/loaded.tsx';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { Facts, Section } from '../../../ui/page/panel.tsx';
import { CompanyMark } from './company-mark.tsx';
import classes from './company-screen.module.css';
import { personName } from '../../../lib/words/person-name.ts';

type Company = ResponseOf<typeof getSpace>;

const NETWORKS = ['facebook', 'instagram', 'linkedin'] as const;

interface Props {
  id: number;
  /** The company's licences, for those who may know of them. */
  licences: ReactNode;
  /** How its invitations get on, for those who administer it. */
  mails: ReactNode;
  /** What can be done with the company's data, for those who may. */
  data: ReactNode;
}

export function CompanyScreen({ id, licences, mails, data }: Props) {
  const t = useTranslations('companies');
  const company = useData(getSpace, { params: { id } });
  return (
    <Loaded query={company}>
      {(loaded) => (
        <>
          <Head company={loaded} />
          <Contacts company={loaded} />
          <Section title={t('description')}>
            <p className={classes.description}>{loaded.description || t('no_description')}</p>
          </Section>
          {licences && (
            <Section title={t('licences')}>
              <div className={classes.licences}>{licences}</div>
            </Section>
          )}
          {mails}
          {data}
        </>
      )}
    </Loaded>
  );
}

function Head({ company }: { company: Company }) {
  const t = useTranslations('companies');
  const may = useMay();
  return (
    <PageHeader
      mark={<CompanyMark photo={company.photo} size={64} />}
      title={company.name}
      actions={
        <>
          {may('viewDashboard') && (
            <Button
              component={Link}
              to={`/company/${company.id}/dashboard`}
              variant="default"
              leftSection={<IconLayoutDashboard size={18} aria-hidden />}
            >
              {t('dashboard')}
            </Button>
          )}
          {may('editCompany') && (
            <Button
              component={Link}
              to={`/company/${company.id}/edit`}
              variant="default"
              leftSection={<IconPencil size={18} aria-hidden />}
            >
              {t('edit')}
            </Button>
          )}
        </>
      }
    />
  );
}

function Contacts({ company }: { company: Company }) {
  const t = useTranslations('companies');
  const { email, phone, website, owner } = company;
  return (
    <Section title={t('contacts')}>
      <Facts
        facts={[
          [t('owner'), personName(owner)],
          [t('email'), email && <a href={`mailto:${email}`}>{email}</a>],
          [t('phone'), phone && <a href={`tel:${phone}`}>{phone}</a>],
          [t('website'), website && <WebLink address={website} />],
          ...NETWORKS.map(
            (network) => [t(network), company[network] && <WebLink address={company[network]} />] as const,
          ),
        ]}
      />
    </Section>
  );
}

/** An address as it is kept: without its scheme. */
function WebLink({ address }: { address: string }) {
  return (
    <a href={`https://${address}`} target="_blank" rel="noopener noreferrer" className="anywhere">
      {address}
    </a>
  );
}
