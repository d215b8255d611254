import { useParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { CompanyEditScreen } from '../../../features/identity/companies/company-edit-screen.tsx';
import { laterOver } from '../../../lib/page/later.tsx';
import { SecondFactorSetting } from '../../../features/identity/companies/second-factor-setting.tsx';
import { Section } from '../../../ui/page/panel.tsx';
import { WithConfirmation } from '../../session/with-confirmation.tsx';

/** Below everything else, and opened by few. */
const DirectorySection = laterOver(
  () => import('../../../features/people/directories/directory-section.tsx'),
  { words: ['directories'] },
);

export default function CompanyEditPage() {
  const t = useTranslations('companies');
  const id = Number(useParams()['id']);
  return (
    <CompanyEditScreen
      key={id}
      id={id}
      protection={(required) => (
        <WithConfirmation>
          {({ call, isDeclined }) => (
            <>
              <Section narrow title={t('protection')}>
                <SecondFactorSetting required={required} send={call} isDeclined={isDeclined} />
              </Section>
              <DirectorySection send={call} isDeclined={isDeclined} />
            </>
          )}
        </WithConfirmation>
      )}
    />
  );
}
