import { OwnDataSection } from '../../features/service/privacy/own-data-section.tsx';
import { WithConfirmation } from '../session/with-confirmation.tsx';

/** The person's own data, with the password asked for where it has to be. */
export default function OwnData() {
  return <WithConfirmation>{(confirmed) => <OwnDataSection confirmed={confirmed} />}</WithConfirmation>;
}
