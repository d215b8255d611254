import { listGroups } from '#contract/people/groups';
import type { copyCourse } from '#contract/learning/copies';
import type { cloneCourse } from '#contract/learning/library';
import { useTranslations } from 'use-intl';
import { useGoOn } from '../../../lib/api/go-on.tsx';
import { Radio } from '../../../ui/control/choice/radio.tsx';
import { showSuccess } from '../../../lib/page/toasts.ts';
import { useForm } from '../../../lib/form/use-form.ts';
import { Picker } from '../../../ui/form/picker.tsx';
import { PrivateForm } from '../../../ui/form/private-form.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';

const WHERE = ['draft', 'groups'] as const;

interface Values {
  where: (typeof WHERE)[number];
  group_ids: number[];
}

export interface CopyProps {
  course: { id: number; name: string };
  onClose: () => void;
}

interface Props extends CopyProps {
  /** Whose course it is: the company's own, or the library's. */
  endpoint: typeof copyCourse | typeof cloneCourse;
}

/** Copies a course into the company: as a draft to look at first, or for groups at once. */
export function CopyDialog({ endpoint, course, onClose }: Props) {
  const t = useTranslations('copies');
  const goOn = useGoOn();
  const form = useForm<Props['endpoint'], Values>({
    endpoint,
    params: { id: course.id },
    initial: { where: 'draft', group_ids: [] },
    body: ({ where, group_ids }) => (where === 'groups' ? { group_ids } : {}),
    check: ({ where, group_ids }): Record<string, { code: 'group_required' }> =>
      where === 'groups' && group_ids.length === 0 ? { group_ids: { code: 'group_required' } } : {},
    onDone: ({ id }) => {
      showSuccess(t('done', { name: course.name }));
      goOn(`/course/${id}`);
    },
  });
  return (
    <Dialog onClose={onClose} title={t('title')}>
      <PrivateForm form={form} submitLabel={t('submit')} onCancel={onClose}>
        <p className="flush">{t('text', { name: course.name })}</p>
        <Radio.Group label={t('where')} {...form.field('where')}>
          <div className="stack gap-5 after-4">
            {WHERE.map((where) => (
              <Radio key={where} value={where} label={t(where)} description={t(`${where}_hint`)} />
            ))}
          </div>
        </Radio.Group>
        {form.values.where === 'groups' && (
          <Picker
            endpoint={listGroups}
            toOption={({ id, name }: { id: number; name: string }) => ({ id, label: name })}
            label={t('group_ids')}
            {...form.field('group_ids')}
          />
        )}
      </PrivateForm>
    </Dialog>
  );
}
