import { finishMaterial, getMaterial } from '#contract/materials';
import type { ResponseOf } from '#contract/platform';
import { Button } from '@mantine/core';
import { IconArrowLeft, IconArrowRight, IconCheck, IconPencil } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { codeOf } from '../../lib/errors.ts';
import { useMay } from '../../lib/session.ts';
import { useAction } from '../../lib/use-action.ts';
import { useData } from '../../lib/use-data.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { ClosedMaterial } from './closed-material.tsx';
import classes from './material-screen.module.css';
import { isForm } from './material-type.tsx';
import { constructorPath, coursePath, materialPath } from './paths.ts';

type Material = ResponseOf<typeof getMaterial>;

interface Props {
  course_id: number;
  material_id: number;
  /** The introduction of a test or exam. */
  form: (form_id: number) => ReactNode;
}

/** A material for reading, or the way into a test or exam. */
export function MaterialScreen({ course_id, material_id, form }: Props) {
  const query = useData(getMaterial, { params: { id: course_id, materialId: material_id } });
  const code = query.data === undefined && query.error ? codeOf(query.error) : null;
  if (code === 'material_locked' || code === 'blocked_during_tests' || code === 'account_blocked') {
    return <ClosedMaterial course_id={course_id} material_id={material_id} reason={code} />;
  }
  return <Loaded query={query}>{(material) => <Shown material={material} form={form} />}</Loaded>;
}

function Shown({ material, form }: { material: Material; form: Props['form'] }) {
  const t = useTranslations('materials');
  const student = useMay()('startTest');
  const { course_id, name, description, type, text, done, form_id } = material;
  return (
    <>
      <div className={classes.thread} style={{ background: material.theme_color }} />
      <PageHeader
        title={name}
        description={description}
        back={{ to: `${coursePath(course_id)}#theory`, label: material.course_name }}
        actions={
          <>
            {done && <StatusBadge tone="good">{t('done')}</StatusBadge>}
            {material.archived && <StatusBadge tone="neutral">{t('archived')}</StatusBadge>}
            {material.may_edit && (
              <Button
                component={Link}
                to={constructorPath(course_id, material.id)}
                variant="default"
                leftSection={<IconPencil size={18} aria-hidden />}
              >
                {t('edit')}
              </Button>
            )}
          </>
        }
      />
      {text && (
        <article className={classes.sheet}>
          <RichText html={text} />
        </article>
      )}
      {!text && !isForm(type) && <p className={classes.blank}>{t('viewer.no_text')}</p>}
      {student && form_id !== null && form(form_id)}
      {!student && form_id !== null && <p className={classes.blank}>{t('viewer.form_for_students')}</p>}
      <Steps material={material} student={student} />
    </>
  );
}

function Steps({ material, student }: { material: Material; student: boolean }) {
  const t = useTranslations('materials.viewer');
  const { id, course_id, done, previous_id, next_id, type } = material;
  const finish = useAction(finishMaterial);
  const toRead = student && !done && !isForm(type);
  return (
    <nav className={classes.steps} aria-label={t('steps')}>
      {previous_id !== null && (
        <Button
          component={Link}
          to={materialPath(course_id, previous_id)}
          variant="default"
          leftSection={<IconArrowLeft size={18} aria-hidden />}
        >
          {t('previous')}
        </Button>
      )}
      <span className={classes.space} />
      {toRead && (
        <Button
          loading={finish.busy}
          leftSection={<IconCheck size={18} aria-hidden />}
          onClick={() => void finish.run({ params: { id: course_id, materialId: id } })}
        >
          {t('finish')}
        </Button>
      )}
      {next_id !== null && (
        <Button
          component={Link}
          to={materialPath(course_id, next_id)}
          variant={toRead || (student && !done) ? 'default' : 'filled'}
          rightSection={<IconArrowRight size={18} aria-hidden />}
        >
          {t('next')}
        </Button>
      )}
      {next_id === null && done && (
        <Button component={Link} to={`${coursePath(course_id)}#theory`}>
          {t('to_course')}
        </Button>
      )}
    </nav>
  );
}
