import { changeCurrentSpace } from '#contract/identity/companies';
import { CompanyForm } from '../../../features/identity/companies/company-form.tsx';
import { useAction } from '../../../lib/api/use-action.ts';
import { useSwitchedLogin } from '../../session/use-switched-login.ts';

export default function CompanyCreatePage() {
  const switched = useSwitchedLogin();
  const enter = useAction(changeCurrentSpace, { onDone: ({ access }) => void switched(access) });
  return <CompanyForm onCreated={(space_pk) => void enter.run({ body: { space_pk } })} />;
}
