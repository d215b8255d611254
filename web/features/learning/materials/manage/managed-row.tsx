import { cloneMaterial, updateMaterial } from '#contract/learning/materials';
import {
  IconArchive,
  IconArchiveOff,
  IconArrowDown,
  IconArrowUp,
  IconCopy,
  IconGripVertical,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react';
import { memo, type PointerEvent } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { showSuccess } from '../../../../lib/page/toasts.ts';
import { useAction } from '../../../../lib/api/use-action.ts';
import { IconButton } from '../../../../ui/control/button/icon-button.tsx';
import { ToolButton } from '../../../../ui/page/tool-button.tsx';
import { StatusBadge } from '../../../../ui/state/status-badge.tsx';
import classes from './manage-screen.module.css';
import { isForm, MATERIAL_ICONS } from '../material-type.tsx';
import { constructorPath } from '../../../../lib/paths/material-paths.ts';
import type { ManagedMaterial, Asked } from '../material.ts';
import { MathText } from '../../../../ui/rich-text/math-text.tsx';

interface Props {
  course_id: number;
  material: ManagedMaterial;
  first: boolean;
  last: boolean;
  /** Others stand between those that are shown, so the order means nothing. */
  fixed: boolean;
  dragged: boolean;
  drop: 'before' | 'after' | undefined;
  onStep: (id: number, by: 1 | -1) => void;
  onGrip: (event: PointerEvent<HTMLElement>) => void;
  onAsk: (asked: Asked) => void;
}

/** Among hundreds only those that change are drawn again. */
export const ManagedRow = memo(function ManagedRow(props: Props) {
  const { course_id, material, first, last, fixed, dragged, drop, onStep, onGrip, onAsk } = props;
  const t = useTranslations('materials');
  const { id, name, type, archived } = material;
  const Icon = MATERIAL_ICONS[type];
  return (
    <li
      className={`${classes.row} picks held`}
      data-id={id}
      data-chosen={dragged || undefined}
      data-drop={drop}
      data-fixed={fixed || undefined}
    >
      {!fixed && (
        // Dragging is one way; the arrows of the row do the same.
        <span className="grip" onPointerDown={onGrip} title={t('manage.drag')} aria-hidden>
          <IconGripVertical size={20} />
        </span>
      )}
      <Icon className="accent" size={22} aria-hidden />
      <div className="shrinks">
        <Link to={constructorPath(course_id, id)} className="unlinked strong lit-line presses">
          <MathText>{name}</MathText>
        </Link>
        <div className={classes.badges}>
          <span>{t(`types.${type}`)}</span>
          {isForm(type) && !material.form_published && (
            <StatusBadge tone="warning">{t('unpublished')}</StatusBadge>
          )}
          {material.lacks_file && <StatusBadge tone="warning">{t('without_file')}</StatusBadge>}
          {archived && <StatusBadge tone="neutral">{t('archived')}</StatusBadge>}
        </div>
      </div>
      <div className={`${classes.buttons} beside`}>
        {!fixed && (
          <span className="beside" data-move>
            <ToolButton
              inRow
              label={t('manage.up', { name })}
              disabled={first}
              onClick={() => onStep(id, -1)}
            >
              <IconArrowUp size={20} aria-hidden />
            </ToolButton>
            <ToolButton
              inRow
              label={t('manage.down', { name })}
              disabled={last}
              onClick={() => onStep(id, 1)}
            >
              <IconArrowDown size={20} aria-hidden />
            </ToolButton>
          </span>
        )}
        <IconButton
          component={Link}
          to={constructorPath(course_id, id)}
          color="gray"
          aria-label={t('manage.edit', { name })}
          title={t('manage.edit', { name })}
        >
          <IconPencil size={20} aria-hidden />
        </IconButton>
        <CloneTool course_id={course_id} material={material} />
        <ArchiveTool course_id={course_id} material={material} onAsk={onAsk} />
        <ToolButton
          inRow
          label={t('manage.delete', { name })}
          onClick={() => onAsk({ action: 'delete', material })}
        >
          <IconTrash size={20} aria-hidden />
        </ToolButton>
      </div>
    </li>
  );
});

function CloneTool({ course_id, material: { id, name } }: { course_id: number; material: ManagedMaterial }) {
  const t = useTranslations('materials.manage');
  const clone = useAction(cloneMaterial, { onDone: () => showSuccess(t('cloned')) });
  return (
    <ToolButton
      inRow
      label={t('clone', { name })}
      busy={clone.busy}
      onClick={() => void clone.run({ params: { id: course_id, materialId: id } })}
    >
      <IconCopy size={20} aria-hidden />
    </ToolButton>
  );
}

function ArchiveTool({
  course_id,
  material,
  onAsk,
}: {
  course_id: number;
  material: ManagedMaterial;
  onAsk: (asked: Asked) => void;
}) {
  const t = useTranslations('materials.manage');
  const change = useAction(updateMaterial);
  const { id, name, archived } = material;
  const restore = () =>
    void change.run({ params: { id: course_id, materialId: id }, body: { archived: false } });
  return (
    <ToolButton
      inRow
      label={archived ? t('unarchive', { name }) : t('archive', { name })}
      busy={change.busy}
      onClick={archived ? restore : () => onAsk({ action: 'archive', material })}
    >
      {archived ? <IconArchiveOff size={20} aria-hidden /> : <IconArchive size={20} aria-hidden />}
    </ToolButton>
  );
}
