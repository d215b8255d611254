import { updateCourse } from '#contract/learning/courses';
import { listBlockedUsers } from '#contract/learning/courses/blocking';
import type { ResponseOf } from '#contract/platform';
import { IconCopyPlus } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../../ui/control/button/button.tsx';
import { dateText } from '../../../../lib/words/dates.ts';
import { useMay } from '../../../../lib/session/session.ts';
import { showSuccess } from '../../../../lib/page/toasts.ts';
import { useAction } from '../../../../lib/api/use-action.ts';
import { useData } from '../../../../lib/api/use-data.ts';
import { useForm } from '../../../../lib/form/use-form.ts';
import { ConfirmDialog } from '../../../../ui/dialog/confirm-dialog.tsx';
import { AccessField } from '../form/access-field.tsx';
import { PrivateForm } from '../../../../ui/form/private-form.tsx';
import { Pages } from '../../../../ui/list/pages.tsx';
import { useLastPage } from '../../../../ui/list/use-last-page.ts';
import { Loaded } from '../../../../ui/state/loaded.tsx';
import { Section } from '../../../../ui/page/panel.tsx';
import { StatusBadge } from '../../../../ui/state/status-badge.tsx';
import { BlockDialog } from '../people/block-dialog.tsx';
import { CategoryField } from '../form/category-field.tsx';
import { CertificateNeedsField } from './certificate-needs-field.tsx';
import { CertificateTermField } from './certificate-term-field.tsx';
import classes from '../form/course-form.module.css';
import { DeleteCourse } from './delete-course.tsx';
import { nameOf, PeopleList } from '../people/people-list.tsx';
import { ThemeColorField } from '../form/theme-color-field.tsx';
import type { Course } from '../course.ts';

type Blocked = ResponseOf<typeof listBlockedUsers>['results'][number];

interface Props {
  course: Course;
  /** The dialog that copies the course. */
  copy: (course: Course, onClose: () => void) => ReactNode;
}

/** How a course behaves and looks, who sees it and who is kept out of it. */
export default function CourseSettings({ course, copy }: Props) {
  const t = useTranslations('courses.settings');
  const may = useMay();
  return (
    <>
      <Publication course={course} />
      <Rules course={course} />
      <BlockedUsers course={course} />
      {may('createCourse') && <Copy course={course} copy={copy} />}
      {may('deleteCourse') && (
        <Section title={t('delete')} narrow>
          <div className={classes.row}>
            <p className={classes.words}>{t('delete_text')}</p>
            <DeleteCourse course={course} />
          </div>
        </Section>
      )}
    </>
  );
}

function Copy({ course, copy }: Props) {
  const t = useTranslations('courses.settings');
  const [copying, setCopying] = useState(false);
  return (
    <Section title={t('copy')} narrow>
      <div className={classes.row}>
        <p className={classes.words}>{t('copy_text')}</p>
        <Button
          variant="default"
          leftSection={<IconCopyPlus size={18} aria-hidden />}
          onClick={() => setCopying(true)}
        >
          {t('copy_action')}
        </Button>
      </div>
      {copying && copy(course, () => setCopying(false))}
    </Section>
  );
}

function Publication({ course: { id, published } }: { course: Course }) {
  const t = useTranslations('courses.settings');
  const [asking, setAsking] = useState(false);
  const withdraw = useAction(updateCourse, {
    onDone: () => {
      showSuccess(t('unpublished'));
      setAsking(false);
    },
  });
  return (
    <Section title={t('publication')} narrow>
      <div className={classes.row}>
        <div className={classes.words}>
          <StatusBadge tone={published ? 'good' : 'warning'}>
            {t(published ? 'is_published' : 'is_draft')}
          </StatusBadge>
          <p className="dim flush after-4">{t(published ? 'is_published_text' : 'is_draft_text')}</p>
        </div>
        {published && (
          <Button variant="default" onClick={() => setAsking(true)}>
            {t('unpublish')}
          </Button>
        )}
      </div>
      <ConfirmDialog
        opened={asking}
        title={t('unpublish_title')}
        text={t('unpublish_text')}
        confirmLabel={t('unpublish')}
        busy={withdraw.busy}
        onConfirm={() => void withdraw.run({ params: { id }, body: { published: false } })}
        onCancel={() => setAsking(false)}
      />
    </Section>
  );
}

function Rules({ course }: { course: Course }) {
  const t = useTranslations('courses');
  const common = useTranslations('common');
  const { material_access, theme_color, category, certificate_months, certificate_needs_all, renews_itself } =
    course;
  const form = useForm({
    endpoint: updateCourse,
    params: { id: course.id },
    initial: {
      material_access,
      category_id: category?.id ?? null,
      theme_color,
      certificate_months,
      certificate_needs_all,
      renews_itself,
    },
    onDone: () => showSuccess(common('saved')),
  });
  return (
    <Section title={t('form.rules')} narrow>
      <PrivateForm form={form} submitLabel={common('save')}>
        <AccessField {...form.field('material_access')} />
        <CategoryField
          value={form.values.category_id}
          known={category}
          onChange={(chosen) => form.set('category_id', chosen)}
          error={form.errorAt('category_id')}
        />
        <ThemeColorField label={t('form.theme_color')} {...form.field('theme_color')} />
        <CertificateNeedsField
          value={form.values.certificate_needs_all}
          onChange={(needs) => form.set('certificate_needs_all', needs)}
        />
        <CertificateTermField
          {...form.field('certificate_months')}
          value={form.values.certificate_months}
          onChange={(months) => form.set('certificate_months', months)}
          renews={form.checkbox('renews_itself')}
        />
      </PrivateForm>
    </Section>
  );
}

function BlockedUsers({ course }: { course: Course }) {
  const t = useTranslations('courses.block');
  const [page, setPage] = useState(1);
  const blocked = useData(listBlockedUsers, { params: { id: course.id }, query: { page }, keep: true });
  useLastPage(blocked, page, setPage);
  const [asked, setAsked] = useState<Blocked | null>(null);
  return (
    <Section title={t('list')} narrow>
      <Loaded query={blocked}>
        {({ results, count, total_pages }) =>
          count === 0 ? (
            <p className="dim flush after-4">{t('nobody')}</p>
          ) : (
            <>
              <PeopleList
                people={results}
                label={t('list')}
                about={({ blocked_at }) => t('since', { date: dateText(blocked_at) })}
                action={(student) => (
                  <Button
                    variant="subtle"
                    size="sm"
                    aria-label={`${t('unblock')}: ${nameOf(student)}`}
                    onClick={() => setAsked(student)}
                  >
                    {t('unblock')}
                  </Button>
                )}
              />
              <Pages page={page} total={total_pages} count={count} onChange={setPage} />
            </>
          )
        }
      </Loaded>
      {asked && (
        <BlockDialog course={course} student={asked} blocked={false} onClose={() => setAsked(null)} />
      )}
    </Section>
  );
}
