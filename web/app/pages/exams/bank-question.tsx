import { useParams } from 'react-router';
import { BankedQuestionScreen } from '../../../features/exams/forms/bank/banked-question-screen.tsx';

export default function Page() {
  return <BankedQuestionScreen id={Number(useParams()['id'])} />;
}
