import { finishMaterial, getMaterial } from '#contract/learning/materials';
import { IconArrowLeft, IconArrowRight, IconCheck, IconPencil } from '@tabler/icons-react';
import { type ReactNode, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { useGoOn } from '../../../../lib/api/go-on.tsx';
import { Button } from '../../../../ui/control/button/button.tsx';
import { Skeleton } from '../../../../ui/state/skeleton.tsx';
import { codeOf, errorOf, isUnanswered, useErrorText } from '../../../../lib/api/errors.ts';
import { useMay } from '../../../../lib/session/session.ts';
import { useAction } from '../../../../lib/api/use-action.ts';
import { useData } from '../../../../lib/api/use-data.ts';
import { useRested } from '../../../../lib/form/use-rested.ts';
import { showWarning } from '../../../../lib/page/toasts.ts';
import { useOnline } from '../../../../lib/api/online.ts';
import { Loaded } from '../../../../ui/state/loaded.tsx';
import { PageHeader } from '../../../../ui/page/page-header.tsx';
import { languageOf } from '../../../../lib/words/language-of.ts';
import { StatusBadge } from '../../../../ui/state/status-badge.tsx';
import { useTitleOf } from '../../../../lib/words/title-of.ts';
import { ClosedMaterial } from './closed-material.tsx';
import { CourseContents } from '../reading/course-contents.tsx';
import { ReadText } from '../reading/reading-place.tsx';
import classes from './material-screen.module.css';
import { hasMainFile } from '../form/file-rules.ts';
import { MainFileSkeleton } from '../viewers/main-file-skeleton.tsx';
import { isForm } from '../material-type.tsx';
import { constructorPath, coursePath, materialPath } from '../../../../lib/paths/material-paths.ts';
import type { Material } from '../material.ts';
import { later } from '../../../../lib/page/later.tsx';
import { MathText } from '../../../../ui/rich-text/math-text.tsx';

// Texts, tests and exams have none of it.
const MainFile = later(() => import('../viewers/main-file.tsx'));
const Attachments = later(() => import('../../../../ui/files/attachments.tsx'));

interface Props {
  course_id: number;
  material_id: number;
  /** The introduction of a test or exam. */
  form: (form_id: number) => ReactNode;
  /** A package: the way into it, and what became of it. */
  pack: (material: Material) => ReactNode;
  /** The person's own notes on a material. */
  notes: (material: Material) => ReactNode;
  /** Keeps it for when there is no connection. */
  keep: (material: Material) => ReactNode;
  /** In its place where there is no connection, and it is not kept. */
  missing: (retry: () => void) => ReactNode;
}

/** A material for reading, or the way into a test or exam. */
export function MaterialScreen({ course_id, material_id, form, pack, notes, keep, missing }: Props) {
  const query = useData(getMaterial, { params: { id: course_id, materialId: material_id } });
  const code = query.data === undefined && query.error ? codeOf(query.error) : null;
  if (code === 'material_locked' || code === 'blocked_during_tests' || code === 'account_blocked') {
    return <ClosedMaterial course_id={course_id} material_id={material_id} reason={code} />;
  }
  if (query.data === undefined && isUnanswered(query.error)) return missing(() => void query.refetch());
  return (
    <Loaded query={query}>
      {(material) => <Shown key={material.id} {...{ material, form, pack, notes, keep }} />}
    </Loaded>
  );
}

function Shown({
  material,
  form,
  pack,
  notes,
  keep,
}: { material: Material } & Pick<Props, 'form' | 'pack' | 'notes' | 'keep'>) {
  const t = useTranslations('materials');
  const common = useTranslations('files');
  const student = useMay()('startTest');
  const { course_id, name, description, type, text, files, done, form_id } = material;
  useTitleOf(name);
  const main = files.find(({ kind }) => kind === 'main');
  const attachments = files.filter(({ kind }) => kind === 'attachment');
  const [atEnd, setAtEnd] = useState(false);
  return (
    <>
      <PageHeader
        title={<MathText>{name}</MathText>}
        description={description}
        back={{ to: `${coursePath(course_id)}#theory`, label: material.course_name }}
        actions={
          <>
            {done && <StatusBadge tone="good">{t('done')}</StatusBadge>}
            {student && !isForm(type) && type !== 'package' && keep(material)}
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
      <CourseContents material={material} />
      {main && type === 'package' && pack(material)}
      {main && type !== 'package' && (
        <div className="before-7">
          <Suspense fallback={<MainFileSkeleton material={material} file={main} student={student} />}>
            <MainFile material={material} file={main} student={student} onEnd={() => setAtEnd(true)} />
          </Suspense>
        </div>
      )}
      {!main && hasMainFile(type) && <p className={classes.blank}>{t('viewer.no_file')}</p>}
      {text && (
        <article className={classes.sheet}>
          <ReadText id={material.id} html={text} language={languageOf(text)} />
        </article>
      )}
      {!text && files.length === 0 && (type === 'theory' || type === 'additional') && (
        <p className={classes.blank}>{t('viewer.no_text')}</p>
      )}
      {attachments.length > 0 && (
        <Suspense
          fallback={
            <Skeleton className={classes.attachments} style={{ '--files': attachments.length }} radius="lg" />
          }
        >
          <Attachments title={common('attachments')} files={attachments} />
        </Suspense>
      )}
      {student && form_id !== null && form(form_id)}
      {!student && form_id !== null && <p className={classes.blank}>{t('viewer.form_for_students')}</p>}
      {!isForm(type) && notes(material)}
      <Steps material={material} student={student} atEnd={atEnd} />
    </>
  );
}

/** Milliseconds after which it is said that a press is still on its way, and after which it has failed. */
const LASTS_MS = 4000;
const FINISH_MS = 60_000;

function Steps({ material, student, atEnd }: { material: Material; student: boolean; atEnd: boolean }) {
  const t = useTranslations('materials.viewer');
  const { id, course_id, done, previous_id, next_id, next_name, next_locked_by, type, files } = material;
  const goOn = useGoOn();
  // Nothing leads into a test at which somebody else has the word.
  const opens =
    next_id !== null && !material.next_waits && (next_locked_by === null || next_locked_by === id);
  const common = useTranslations('common');
  const errorText = useErrorText();
  const finish = useAction(finishMaterial, {
    // One press: what was read is done, and the next one opens.
    onDone: () => {
      if (opens) goOn(materialPath(course_id, next_id));
    },
    onError: (error) =>
      showWarning(
        errorText(errorOf(error)),
        isUnanswered(error) ? { label: common('states.retry'), run: send } : undefined,
      ),
  });
  const send = () =>
    void finish.run({
      params: { id: course_id, materialId: id },
      signal: AbortSignal.timeout(FINISH_MS),
    });
  const lasts = useRested(finish.busy, LASTS_MS) && finish.busy;
  const main = files.find(({ kind }) => kind === 'main');
  const media = type === 'video' || type === 'audio';
  // Watching finishes a video by itself, except one that no browser can tell the length of.
  const confirmed = media
    ? main !== undefined && main.duration === null
    : !hasMainFile(type) || main !== undefined;
  const toRead = student && !done && !isForm(type) && type !== 'package' && confirmed;
  const leafing = toRead && hasMainFile(type) && !media && !atEnd;
  const online = useOnline();
  return (
    <nav className={`${classes.steps} wraps gap-5 after-7`} aria-label={t('steps')}>
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
      <span className="takes-room not-narrow" />
      {leafing && <p className={classes.hint}>{t('finish_at_end')}</p>}
      {toRead && !leafing && !online && (
        <p id="finish-offline" className={classes.hint}>
          {t('finish_offline')}
        </p>
      )}
      {toRead && !leafing && (
        <Button
          loading={finish.busy}
          disabled={!online}
          aria-describedby={online ? undefined : 'finish-offline'}
          leftSection={<IconCheck size={18} aria-hidden />}
          onClick={send}
        >
          {!opens || next_name === null
            ? t(hasMainFile(type) ? 'finish_seen' : 'finish')
            : t(hasMainFile(type) ? 'finish_seen_next' : 'finish_next', { name: next_name })}
        </Button>
      )}
      {lasts && (
        <p role="status" className={classes.hint}>
          {t('finish_lasts')}
        </p>
      )}
      {next_id !== null && next_locked_by !== null && !toRead && (
        <p className={classes.hint}>{t('next_locked')}</p>
      )}
      {next_id !== null &&
        !material.next_waits &&
        next_locked_by === null &&
        (lasts || !(toRead && !leafing && opens)) && (
          <Button
            component={Link}
            to={materialPath(course_id, next_id)}
            variant={toRead || (student && !done) ? 'default' : 'filled'}
            rightSection={<IconArrowRight size={18} aria-hidden />}
          >
            {t('next')}
          </Button>
        )}
      {(next_id === null || material.next_waits) && done && (
        <Button component={Link} to={`${coursePath(course_id)}#theory`}>
          {t('to_course')}
        </Button>
      )}
    </nav>
  );
}
