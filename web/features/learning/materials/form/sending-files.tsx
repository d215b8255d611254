import { useEffect, useEffectEvent } from 'react';
import { Link, useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import { Button } from '../../../../ui/control/button/button.tsx';
import { showSuccess } from '../../../../lib/page/toasts.ts';
import type { Uploads } from '../../../../lib/files/upload.ts';
import { UnsavedChanges } from '../../../../ui/form/private-form.tsx';
import { Notice } from '../../../../ui/state/notice.tsx';
import { PageHeader } from '../../../../ui/page/page-header.tsx';
import { Panel } from '../../../../ui/page/panel.tsx';
import { FileUploads, isUnfinished, useUploads } from '../../../../ui/files/file-uploads.tsx';
import { constructorPath, managePath } from '../../../../lib/paths/material-paths.ts';

interface Props {
  course_id: number;
  material: { id: number; name: string };
  uploads: Uploads;
}

/** A material was made and its files go up; when all are there, the list of materials follows by itself. */
export function SendingFiles({ course_id, material, uploads }: Props) {
  const t = useTranslations('materials.form');
  const common = useTranslations('common');
  const navigate = useNavigate();
  const list = useUploads(uploads);
  const sending = list.some(isUnfinished);
  const failed = list.some(({ state }) => state === 'failed');
  const finished = !sending && !failed;
  const leave = useEffectEvent(() => {
    showSuccess(common('saved'));
    void navigate(managePath(course_id), { replace: true });
  });
  useEffect(() => {
    if (finished) leave();
  }, [finished]);
  return (
    <>
      <PageHeader
        title={t('uploading_title')}
        description={t('uploading_text', { name: material.name })}
        back={{ to: managePath(course_id), label: t('to_list') }}
      />
      <Panel>
        <div className="stack gap-6">
          {failed && !sending && <Notice tone="warning" title={t('uploads_failed')} alert />}
          <FileUploads uploads={uploads} />
          {failed && !sending && (
            <div className="buttons">
              <Button component={Link} to={managePath(course_id)} variant="default">
                {t('to_list')}
              </Button>
              <Button component={Link} to={constructorPath(course_id, material.id)}>
                {t('to_material')}
              </Button>
            </div>
          )}
        </div>
      </Panel>
      <UnsavedChanges form={{ dirty: sending, isSaved: () => !uploads.list().some(isUnfinished) }} />
    </>
  );
}
