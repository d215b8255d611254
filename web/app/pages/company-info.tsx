import { NotFound } from '../../ui/states.tsx';

export default function Page() {
  return <NotFound />;
}
