import { updateGroup } from '#contract/people/groups';
import { useTranslations } from 'use-intl';
import { type AnyEndpoint, call } from '../../../lib/api/api.ts';
import { useChosenToast } from '../../../lib/api/removal.ts';
import { useForm } from '../../../lib/form/use-form.ts';
import { Picker } from '../../../ui/form/picker.tsx';
import { PrivateForm } from '../../../ui/form/private-form.tsx';
import { DueField, NOT_DUE, type DueRule } from '../../../ui/date/due-field.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';

interface Named {
  id: number;
  name: string;
}

interface Props {
  group: Named;
  /** What is assigned: the list's field in the group. */
  field: 'course_ids' | 'program_ids';
  /** The list it is chosen from. */
  endpoint: AnyEndpoint;
  assigned: readonly Named[];
  onClose: () => void;
}

/** Chooses which courses or programs a group has. */
export default function AssignDialog({ group, field, endpoint, assigned, onClose }: Props) {
  const t = useTranslations();
  const chosen = useChosenToast();
  const params = { id: group.id };
  const before = assigned.map((one) => one.id);
  const form = useForm({
    endpoint: updateGroup,
    params,
    initial: { [field]: before, ...NOT_DUE } as Record<typeof field, number[]> & DueRule,
    onDone: (_, { [field]: after }) => {
      void chosen(
        t('common.saved'),
        { object_model: 'group', object_id: group.id, name: group.name },
        { before, after },
        (ids) => call(updateGroup, { params, body: { [field]: ids } }),
      );
      onClose();
    },
  });
  return (
    <Dialog onClose={onClose} title={t(`groups.assign.${field}`)}>
      <p style={{ marginTop: 0 }}>{t(`groups.assign.${field}_text`, { name: group.name })}</p>
      <PrivateForm form={form} submitLabel={t('common.save')} onCancel={onClose}>
        <Picker
          endpoint={endpoint}
          toOption={({ id, name }: Named) => ({ id, label: name })}
          known={assigned.map(({ id, name }) => ({ id, label: name }))}
          label={t(`groups.assign.${field}`)}
          {...form.field(field)}
        />
        {field === 'course_ids' && form.values[field].some((id) => !before.includes(id)) && (
          <DueField
            description={t('groups.assign.due_hint')}
            value={form.values}
            onChange={({ due_on, due_after_days }) => {
              form.set('due_on', due_on);
              form.set('due_after_days', due_after_days);
            }}
            errorAt={form.errorAt}
          />
        )}
      </PrivateForm>
    </Dialog>
  );
}
