import { getProgram } from '#contract/programs';
import { useTranslations } from 'use-intl';
import { dateText } from '../../lib/dates.ts';
import { useMay } from '../../lib/session.ts';
import { useData } from '../../lib/use-data.ts';
import { LinkList } from '../../ui/link-list.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Facts, Panel } from '../../ui/panel.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { TabsByUrl } from '../../ui/tabs-by-url.tsx';

export function ProgramInfoScreen({ id }: { id: number }) {
  const t = useTranslations('programs');
  const may = useMay();
  const query = useData(getProgram, { params: { id } });
  return (
    <Loaded query={query}>
      {(program) => (
        <>
          <PageHeader
            title={program.name}
            description={program.description}
            back={{ to: '/program', label: t('title') }}
          />
          <TabsByUrl
            label={t('tabs')}
            tabs={[
              {
                hash: 'generalInfo',
                label: t('general'),
                content: (
                  <>
                    <Panel>
                      <Facts
                        facts={[
                          [t('internal_name'), program.internal_name],
                          [t('courses'), t('courses_count', { count: program.courses.length })],
                          [t('created_at'), dateText(program.created_at)],
                        ]}
                      />
                    </Panel>
                    <Panel>
                      {program.detailed_description ? (
                        <RichText html={program.detailed_description} />
                      ) : (
                        t('no_description')
                      )}
                    </Panel>
                  </>
                ),
              },
              {
                hash: 'courses',
                label: t('courses'),
                count: program.courses.length,
                content: (
                  <LinkList
                    items={program.courses.map((one) => ({ ...one, to: `/course/${one.id}` }))}
                    empty={<EmptyState title={t('no_courses')} />}
                  />
                ),
              },
              ...(may('navigateGroups') && program.groups.length > 0
                ? [
                    {
                      hash: 'groups',
                      label: t('groups'),
                      count: program.groups.length,
                      content: (
                        <LinkList
                          items={program.groups.map((one) => ({ ...one, to: `/group/${one.id}` }))}
                          empty={null}
                        />
                      ),
                    },
                  ]
                : []),
            ]}
          />
        </>
      )}
    </Loaded>
  );
}
