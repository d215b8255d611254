import { deleteFile, type getMaterial } from '#contract/materials';
import type { ResponseOf } from '#contract/platform';
import { ActionIcon, Tooltip } from '@mantine/core';
import { IconDownload, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useBytes } from '../../lib/bytes.ts';
import type { MaterialFile } from '../../lib/upload.ts';
import { useAction } from '../../lib/use-action.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ToolButton } from '../../ui/tool-button.tsx';
import { FileIcon } from './file-icon.tsx';
import classes from './file-uploads.module.css';

type Material = Pick<ResponseOf<typeof getMaterial>, 'id' | 'course_id'>;

/** The files a material has, for those who edit it. */
export function KeptFiles({ material, files }: { material: Material; files: readonly MaterialFile[] }) {
  const t = useTranslations('materials.files');
  if (files.length === 0) return null;
  return (
    <ul className={classes.list} aria-label={t('kept')}>
      {files.map((file) => (
        <Row key={file.id} material={material} file={file} />
      ))}
    </ul>
  );
}

function Row({ material, file }: { material: Material; file: MaterialFile }) {
  const t = useTranslations('materials.files');
  const common = useTranslations('common');
  const bytes = useBytes();
  const [asking, setAsking] = useState(false);
  const remove = useAction(deleteFile, { onDone: () => setAsking(false) });
  const { name } = file;
  return (
    <li className={classes.row}>
      <span className={classes.icon}>
        <FileIcon group={file.group} />
      </span>
      <div className={classes.words}>
        <p className={classes.name}>{name}</p>
        <p className={classes.state}>
          {[file.language && common(`languages.${file.language}`), bytes(file.size)]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      <div className={classes.buttons}>
        <Tooltip label={t('download', { name })} openDelay={500}>
          <ActionIcon
            component="a"
            href={file.url}
            download={name}
            variant="subtle"
            color="gray"
            size={44}
            aria-label={t('download', { name })}
          >
            <IconDownload size={20} aria-hidden />
          </ActionIcon>
        </Tooltip>
        <ToolButton label={t('delete', { name })} onClick={() => setAsking(true)}>
          <IconTrash size={20} aria-hidden />
        </ToolButton>
      </div>
      <ConfirmDialog
        opened={asking}
        title={t('delete_title')}
        text={t('delete_text', { name })}
        confirmLabel={common('delete')}
        danger
        busy={remove.busy}
        onConfirm={() =>
          void remove.run({
            params: { id: material.course_id, materialId: material.id, fileId: file.id },
          })
        }
        onCancel={() => setAsking(false)}
      />
    </li>
  );
}
