import { getPackage, updatePackage } from '#contract/learning/packages';
import { useTranslations } from 'use-intl';
import { useAction } from '../../../lib/api/use-action.ts';
import { useData } from '../../../lib/api/use-data.ts';
import { useBytes } from '../../../lib/files/bytes.ts';
import { showSuccess } from '../../../lib/page/toasts.ts';
import { useNumbers } from '../../../lib/words/numbers.ts';
import { Switch } from '../../../ui/control/choice/switch.tsx';
import { Facts, Panel } from '../../../ui/page/panel.tsx';
import { Loaded } from '../../../ui/state/loaded.tsx';
import { Notice } from '../../../ui/state/notice.tsx';
import { Skeleton } from '../../../ui/state/skeleton.tsx';
import type { Material, Package } from './package.ts';

/** What is in a package, what is odd about it, and what it may do; each choice is saved at once. */
export default function PackageDetails({ material }: { material: Material }) {
  const t = useTranslations('packages.details');
  const common = useTranslations('common');
  const bytes = useBytes();
  const { number } = useNumbers();
  const params = { id: material.course_id, materialId: material.id };
  const query = useData(getPackage, { params });
  const change = useAction(updatePackage, {
    onDone: () => {
      showSuccess(common('saved'));
      void query.refetch();
    },
  });
  const choice = (name: 'allow_popups' | 'allow_downloads' | 'restart', checked: boolean) => ({
    label: t(name),
    checked,
    disabled: change.busy,
    onChange: () => void change.run({ params, body: { [name]: !checked } }),
  });
  return (
    <Panel title={t('title')}>
      <Loaded query={query} skeleton={<Skeleton height={220} />}>
        {(found) => (
          <div className="stack gap-7">
            <Facts
              facts={[
                [t('standard'), `SCORM ${found.edition}`],
                [t('version'), number(found.version)],
                [t('files'), number(found.file_count)],
                [t('size'), bytes(found.inflated)],
              ]}
            />
            {found.problems.map((problem) => (
              <Notice key={problem} tone="warning" title={t(`problems.${problem}`)}>
                {problem === 'missing_files' && <MissingPages pages={found.missing} />}
              </Notice>
            ))}
            {found.items.length > 1 && (
              <div>
                <h3>{t('items')}</h3>
                <ul className="plain stack gap-3">
                  {found.items.map((item, place) => (
                    // Titles may be alike, and the list never changes.
                    <li key={place} style={{ marginInlineStart: `${item.depth * 1.25}rem` }}>
                      {item.chapter ? <strong>{item.title}</strong> : item.title}
                    </li>
                  ))}
                </ul>
              </div>
            )}
            {found.version > 1 && (
              <div className="stack gap-5">
                {found.behind > 0 && !found.restart && (
                  <p className="quiet flush">{t('behind', { count: found.behind })}</p>
                )}
                <Switch {...choice('restart', found.restart)} />
              </div>
            )}
            <Switch {...choice('allow_popups', found.allow_popups)} />
            <Switch {...choice('allow_downloads', found.allow_downloads)} />
            <p className="quiet flush">{t('allow_hint')}</p>
          </div>
        )}
      </Loaded>
    </Panel>
  );
}

function MissingPages({ pages }: { pages: Package['missing'] }) {
  return (
    <ul className="plain stack gap-3">
      {pages.map(({ title, file }, place) => (
        // Titles and files may be alike, and the list never changes.
        <li key={place}>{title && title !== file ? `${title} · ${file}` : file}</li>
      ))}
    </ul>
  );
}
