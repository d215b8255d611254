import { deleteMaterial, updateMaterial } from '#contract/materials';
import { ActionIcon, Tooltip } from '@mantine/core';
import {
  IconArchive,
  IconArchiveOff,
  IconArrowDown,
  IconArrowUp,
  IconGripVertical,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { useAction } from '../../lib/use-action.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { ToolButton } from '../../ui/tool-button.tsx';
import type { ManagedMaterial } from './managed-list.tsx';
import classes from './manage-screen.module.css';
import { isForm, MATERIAL_ICONS } from './material-type.tsx';
import { constructorPath } from './paths.ts';

interface Props {
  course_id: number;
  material: ManagedMaterial;
  first: boolean;
  last: boolean;
  dragged: boolean;
  onMove: (step: 1 | -1) => void;
  onDragStart: () => void;
  onDragOver: () => void;
  onDragEnd: () => void;
}

export function ManagedRow({
  course_id,
  material,
  first,
  last,
  dragged,
  onMove,
  onDragStart,
  onDragOver,
  onDragEnd,
}: Props) {
  const t = useTranslations('materials');
  const { id, name, type, archived } = material;
  const Icon = MATERIAL_ICONS[type];
  return (
    // Dragging is one way; the arrows of the row do the same.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li
      className={classes.row}
      data-dragged={dragged || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        onDragOver();
      }}
    >
      <span
        className={classes.grip}
        draggable
        onDragStart={(event) => {
          event.dataTransfer.effectAllowed = 'move';
          event.dataTransfer.setData('text/plain', name);
          onDragStart();
        }}
        onDragEnd={onDragEnd}
      >
        <IconGripVertical size={20} aria-hidden />
      </span>
      <Icon className={classes.icon} size={22} aria-hidden />
      <div className={classes.words}>
        <Link to={constructorPath(course_id, id)} className={classes.name}>
          {name}
        </Link>
        <div className={classes.badges}>
          <span>{t(`types.${type}`)}</span>
          {isForm(type) && !material.form_published && (
            <StatusBadge tone="warning">{t('unpublished')}</StatusBadge>
          )}
          {archived && <StatusBadge tone="neutral">{t('archived')}</StatusBadge>}
        </div>
      </div>
      <div className={classes.buttons}>
        <ToolButton label={t('manage.up', { name })} disabled={first} onClick={() => onMove(-1)}>
          <IconArrowUp size={20} aria-hidden />
        </ToolButton>
        <ToolButton label={t('manage.down', { name })} disabled={last} onClick={() => onMove(1)}>
          <IconArrowDown size={20} aria-hidden />
        </ToolButton>
        <Tooltip label={t('manage.edit', { name })} openDelay={400}>
          <ActionIcon
            component={Link}
            to={constructorPath(course_id, id)}
            variant="subtle"
            color="gray"
            size={44}
            aria-label={t('manage.edit', { name })}
          >
            <IconPencil size={20} aria-hidden />
          </ActionIcon>
        </Tooltip>
        <ArchiveTool course_id={course_id} material={material} />
        <DeleteTool course_id={course_id} material={material} />
      </div>
    </li>
  );
}

function ArchiveTool({
  course_id,
  material: { id, name, archived },
}: {
  course_id: number;
  material: ManagedMaterial;
}) {
  const t = useTranslations('materials.manage');
  const [asking, setAsking] = useState(false);
  const change = useAction(updateMaterial, { onDone: () => setAsking(false) });
  const run = () =>
    void change.run({ params: { id: course_id, materialId: id }, body: { archived: !archived } });
  return (
    <>
      <ToolButton
        label={archived ? t('unarchive', { name }) : t('archive', { name })}
        busy={change.busy}
        onClick={archived ? run : () => setAsking(true)}
      >
        {archived ? <IconArchiveOff size={20} aria-hidden /> : <IconArchive size={20} aria-hidden />}
      </ToolButton>
      <ConfirmDialog
        opened={asking}
        title={t('archive_title')}
        text={t('archive_text', { name })}
        confirmLabel={t('archive_confirm')}
        busy={change.busy}
        onConfirm={run}
        onCancel={() => setAsking(false)}
      />
    </>
  );
}

function DeleteTool({ course_id, material: { id, name } }: { course_id: number; material: ManagedMaterial }) {
  const t = useTranslations('materials.manage');
  const common = useTranslations('common');
  const [asking, setAsking] = useState(false);
  const remove = useAction(deleteMaterial);
  return (
    <>
      <ToolButton label={t('delete', { name })} onClick={() => setAsking(true)}>
        <IconTrash size={20} aria-hidden />
      </ToolButton>
      <ConfirmDialog
        opened={asking}
        title={t('delete_title')}
        text={t('delete_text', { name })}
        confirmLabel={common('delete')}
        danger
        busy={remove.busy}
        onConfirm={() => void remove.run({ params: { id: course_id, materialId: id } })}
        onCancel={() => setAsking(false)}
      />
    </>
  );
}
