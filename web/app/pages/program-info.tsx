import { lazy } from 'react';
import { useParams } from 'react-router';
import { ProgramInfoScreen } from '../../features/programs/program-info-screen.tsx';
import { loadChunk } from '../../lib/chunks.ts';

const WebinarTab = lazy(async () => {
  const { WebinarTab: tab } = await loadChunk(() => import('../../features/webinars/webinar-tab.tsx'));
  return { default: tab };
});

export default function ProgramInfoPage() {
  return (
    <ProgramInfoScreen
      id={Number(useParams()['id'])}
      webinars={({ id, may_edit }) => <WebinarTab of={{ program: id }} mayCreate={may_edit} />}
    />
  );
}
