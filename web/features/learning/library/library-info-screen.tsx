import { getLibraryCourse } from '#contract/learning/library';
import type { ResponseOf } from '#contract/platform';
import { IconCopyPlus } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../ui/control/button/button.tsx';
import { dateText } from '../../../lib/words/dates.ts';
import { useData } from '../../../lib/api/use-data.ts';
import { Loaded } from '../../../ui/state/loaded.tsx';
import { Notice } from '../../../ui/state/notice.tsx';
import { Facts, Section } from '../../../ui/page/panel.tsx';
import { RichText } from '../../../ui/rich-text/rich-text.tsx';
import { TabsByUrl } from '../../../ui/page/tabs-by-url.tsx';
import { ThemeHead } from '../../../ui/brand/theme-head.tsx';
import { CopyLinks } from './copy-links.tsx';
import { FormMarks } from './form-marks.tsx';

export type LibraryCourse = ResponseOf<typeof getLibraryCourse>;

interface Props {
  id: number;
  outline: (course: LibraryCourse) => ReactNode;
  /** The dialog that copies it into the company. */
  copy: (course: LibraryCourse, onClose: () => void) => ReactNode;
}

/** A course of the library as it would come: what it is about and what it teaches, to be read and taken only. */
export function LibraryInfoScreen({ id, outline, copy }: Props) {
  const t = useTranslations('library');
  const query = useData(getLibraryCourse, { params: { id } });
  return (
    <Loaded query={query}>
      {(course) => (
        <>
          <Head course={course} copy={copy} />
          {course.cloned.length > 0 && (
            <div className="before-7">
              <Notice tone="good" title={t('already')}>
                <CopyLinks cloned={course.cloned} />
              </Notice>
            </div>
          )}
          <TabsByUrl
            label={t('tabs.label')}
            tabs={[
              { hash: 'description', label: t('tabs.description'), content: <General course={course} /> },
              {
                hash: 'theory',
                label: t('tabs.theory'),
                count: course.outline.length,
                content: outline(course),
              },
            ]}
          />
        </>
      )}
    </Loaded>
  );
}

function Head({ course, copy }: { course: LibraryCourse } & Pick<Props, 'copy'>) {
  const t = useTranslations('library');
  const [copying, setCopying] = useState(false);
  return (
    <>
      <ThemeHead
        color={course.theme_color}
        photo={course.photo}
        title={course.name}
        description={course.description}
        back={{ to: '/library', label: t('title') }}
        marks={<FormMarks types={course.form_type} />}
        actions={
          <Button
            variant="default"
            leftSection={<IconCopyPlus size={18} aria-hidden />}
            onClick={() => setCopying(true)}
          >
            {t('copy')}
          </Button>
        }
      />
      {copying && copy(course, () => setCopying(false))}
    </>
  );
}

function General({ course }: { course: LibraryCourse }) {
  const t = useTranslations('library');
  return (
    <>
      <Section>
        <Facts
          facts={[
            [t('materials'), t('material_count', { count: course.outline.length })],
            [t('access.label'), t(`access.${course.material_access}`)],
            [t('category'), course.category],
            [t('tags'), course.tags.join(', ')],
            [t('created_at'), dateText(course.created_at)],
          ]}
        />
      </Section>
      {course.detailed_description && (
        <Section title={t('detailed_description')}>
          <RichText html={course.detailed_description} />
        </Section>
      )}
    </>
  );
}
