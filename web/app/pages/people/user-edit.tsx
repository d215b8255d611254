import { useParams } from 'react-router';
import { UserEditScreen } from '../../../features/people/users/form/user-form-screens.tsx';

export default function UserEditPage() {
  const id = Number(useParams()['id']);
  return <UserEditScreen key={id} id={id} />;
}
