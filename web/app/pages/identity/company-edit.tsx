import { useParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { CompanyEditScreen } from '../../../features/identity/companies/company-edit-screen.tsx';
import { SecondFactorSetting } from '../../../features/identity/companies/second-factor-setting.tsx';
import { Section } from '../../../ui/page/panel.tsx';
import { WithConfirmation } from '../../session/with-confirmation.tsx';

export default function CompanyEditPage() {
  const t = useTranslations('companies');
  const id = Number(useParams()['id']);
  return (
    <CompanyEditScreen
      key={id}
      id={id}
      protection={(required) => (
        <Section narrow title={t('protection')}>
          <WithConfirmation>
            {({ call, isDeclined }) => (
              <SecondFactorSetting required={required} send={call} isDeclined={isDeclined} />
            )}
          </WithConfirmation>
        </Section>
      )}
    />
  );
}
