import { listCourses } from '#contract/learning/courses';
import { listOverdue } from '#contract/insight/today';
import { deleteGroup, getGroup, type Rule, updateGroup } from '#contract/people/groups';
import type { ResponseOf } from '#contract/platform';
import { listPrograms } from '#contract/learning/programs';
import { IconPencil, IconTrash, IconUserPlus } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { Link } from 'react-router';
import { useFormatter, useTranslations } from 'use-intl';
import { Button } from '../../../ui/control/button/button.tsx';
import { dateText } from '../../../lib/words/dates.ts';
import { useNumbers } from '../../../lib/words/numbers.ts';
import { useLeave } from '../../../lib/page/leave.ts';
import { ApiError } from '../../../lib/api/api.ts';
import { errorOf, useErrorText } from '../../../lib/api/errors.ts';
import { useRemovedToast } from '../../../lib/api/removal.ts';
import { useMay } from '../../../lib/session/session.ts';
import { useAction } from '../../../lib/api/use-action.ts';
import { useData } from '../../../lib/api/use-data.ts';
import { Hint } from '../../../ui/state/hint.tsx';
import { Notice } from '../../../ui/state/notice.tsx';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { Loaded } from '../../../ui/state/loaded.tsx';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { Facts, Section } from '../../../ui/page/panel.tsx';
import { TabsByUrl } from '../../../ui/page/tabs-by-url.tsx';
import { AssignedList } from '../../../ui/page/assigned-list.tsx';
import { GroupMembers } from './group-members.tsx';
import { later, laterOver } from '../../../lib/page/later.tsx';
import { personName } from '../../../lib/words/person-name.ts';

type Group = ResponseOf<typeof getGroup>;

const AddMembersDialog = later(() => import('./add-members-dialog.tsx'));
const AssignDialog = laterOver(() => import('../../../ui/form/assign-dialog.tsx'));

export function GroupInfoScreen({ id }: { id: number }) {
  const t = useTranslations('groups');
  const may = useMay();
  const [adding, setAdding] = useState(false);
  const query = useData(getGroup, { params: { id } });
  return (
    <Loaded query={query}>
      {(group) => (
        <>
          <PageHeader
            title={group.name}
            description={group.description}
            {...(may('navigateGroups') && { back: { to: '/group', label: t('title') } })}
            actions={<Actions group={group} onAdd={() => setAdding(true)} />}
          />
          {may('editGroup') && <Hint name="group" />}
          <Section>
            <GroupFacts group={group} />
            {group.rule && <RuleInWords rule={group.rule} />}
          </Section>
          <div style={{ marginTop: '1.25rem' }}>
            <TabsByUrl
              label={t('tabs')}
              tabs={[
                {
                  hash: 'members',
                  label: t('members'),
                  content: <GroupMembers group={group} />,
                },
                {
                  hash: 'courses',
                  label: t('courses'),
                  count: group.courses.length,
                  content: <Assigned group={group} what="courses" />,
                },
                {
                  hash: 'programs',
                  label: t('programs'),
                  count: group.programs.length,
                  content: <Assigned group={group} what="programs" />,
                },
              ]}
            />
          </div>
          <Suspense>{adding && <AddMembersDialog group={group} onClose={() => setAdding(false)} />}</Suspense>
        </>
      )}
    </Loaded>
  );
}

const WHAT = {
  courses: { field: 'course_ids', list: listCourses, path: '/course' },
  programs: { field: 'program_ids', list: listPrograms, path: '/program' },
} as const;

/** The courses or programs of a group, with the way to choose them for whoever may. */
function Assigned({ group, what }: { group: Group; what: keyof typeof WHAT }) {
  const t = useTranslations('groups');
  const may = useMay();
  const { field, list, path } = WHAT[what];
  const label = t(`assign.${field}`);
  return (
    <AssignedList
      items={group[what].map(({ id, name }) => ({ id, name, to: `${path}/${id}` }))}
      empty={t(`no_${what}`)}
      emptyText={t(`no_${what}_text`)}
      label={label}
      assign={
        may('editGroup')
          ? (onClose) => (
              <AssignDialog
                title={label}
                label={t(what)}
                description={t(`assign.${field}_text`, { name: group.name })}
                to={{ object_model: 'group', object_id: group.id, name: group.name }}
                endpoint={updateGroup}
                field={field}
                list={list}
                assigned={group[what]}
                dueHint={what === 'courses' && t('assign.due_hint')}
                onClose={onClose}
              />
            )
          : null
      }
    />
  );
}

/** How many who are late are named; the rest is a number. */
const NAMED = 5;

/** Who belongs to the group, and to staff how far its students have come and who of them is late. */
function GroupFacts({ group }: { group: Group }) {
  const t = useTranslations('groups');
  const may = useMay();
  const { share } = useNumbers();
  const asksWhoIsLate = may('viewToday') && group.students_count > 0;
  const late = useData(listOverdue, {
    query: { group: group.id, by_person: 'true', page_size: NAMED, ordering: 'last_name' },
    enabled: asksWhoIsLate,
  });
  const isAwaited = asksWhoIsLate && late.isPending;
  const { progress } = group;
  const finished =
    progress &&
    (progress.all === 0
      ? t('progress_none')
      : t('progress_of_all', {
          ...progress,
          percent: share(progress.finished / progress.all),
        }));
  return (
    <Facts
      facts={[
        [t('managers'), group.managers.map(personName).join(', ') || t('no_managers')],
        [t('members'), t('people_count', { coaches: group.coaches_count, students: group.students_count })],
        [t('finished_courses'), finished],
        // Its place is kept: one fact more may begin a new line, which would move all below.
        [t('overdue'), isAwaited ? '…' : late.data && <Late people={late.data} />],
        [t('created_at'), dateText(group.created_at)],
      ]}
    />
  );
}

/** Whom the group takes in by itself. */
function RuleInWords({ rule: { positions, subdivisions } }: { rule: Rule }) {
  const t = useTranslations('groups.rule');
  const parts = [
    positions.length > 0 && t('of_positions', { names: positions.join(', '), count: positions.length }),
    subdivisions.length > 0 &&
      t('of_subdivisions', { names: subdivisions.join(', '), count: subdivisions.length }),
  ];
  return (
    <p className="flush after-7 anywhere">
      <span className="dim">{t('fact')}</span> {parts.filter(Boolean).join('; ')}
    </p>
  );
}

function Late({ people: { results, count } }: { people: ResponseOf<typeof listOverdue> }) {
  const t = useTranslations('groups');
  const names = results.map(({ user }) => personName(user)).join(', ');
  if (count === 0) return t('overdue_none');
  return count > results.length ? t('overdue_more', { names, count: count - results.length }) : names;
}

/** The courses that a refused deletion would leave without a group. */
function coursesLeft(error: unknown): readonly string[] {
  return error instanceof ApiError ? ((error.body as { courses?: string[] } | null)?.courses ?? []) : [];
}

function Actions({ group, onAdd }: { group: Group; onAdd: () => void }) {
  const t = useTranslations();
  const may = useMay();
  const leave = useLeave();
  const removed = useRemovedToast();
  const [asking, setAsking] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const errorText = useErrorText();
  const { list } = useFormatter();
  const remove = useAction(deleteGroup, {
    onError: (error) => {
      const courses = coursesLeft(error).map((name) => t('groups.quoted', { name }));
      setRefusal(
        courses.length > 0
          ? t('groups.only_group', { count: courses.length, courses: list(courses) })
          : errorText(errorOf(error)),
      );
    },
    onDone: () => {
      void removed(t('groups.deleted', { name: group.name }), {
        object_model: 'group',
        object_id: group.id,
        name: group.name,
      });
      leave('/group');
    },
  });
  return (
    <>
      {may('editGroup') && (
        <>
          <Button leftSection={<IconUserPlus size={18} aria-hidden />} onClick={onAdd}>
            {t('groups.add.title')}
          </Button>
          <Button
            component={Link}
            to={`/group/${group.id}/edit`}
            variant="default"
            leftSection={<IconPencil size={18} aria-hidden />}
          >
            {t('common.edit')}
          </Button>
          <Button
            variant="subtle"
            color="brick"
            leftSection={<IconTrash size={18} aria-hidden />}
            onClick={() => {
              setRefusal(null);
              setAsking(true);
            }}
          >
            {t('common.delete')}
          </Button>
        </>
      )}
      <ConfirmDialog
        opened={asking}
        title={t('groups.delete_title')}
        text={
          refusal ? (
            <Notice tone="warning" title={refusal} alert />
          ) : (
            t('groups.delete_text', { name: group.name })
          )
        }
        confirmLabel={t('common.delete')}
        danger
        busy={remove.busy}
        onConfirm={() => void remove.run({ params: { id: group.id }, quiet: true })}
        onCancel={() => setAsking(false)}
      />
    </>
  );
}
