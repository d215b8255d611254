import { type getUser, proposeName } from '#contract/people/users';
import type { ResponseOf } from '#contract/platform';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../../ui/control/button/button.tsx';
import { TextInput } from '../../../../ui/control/field/text-input.tsx';
import { showSuccess } from '../../../../lib/page/toasts.ts';
import { useForm } from '../../../../lib/form/use-form.ts';
import { Dialog } from '../../../../ui/dialog/dialog.tsx';
import { PrivateForm } from '../../../../ui/form/private-form.tsx';

type Person = ResponseOf<typeof getUser>;

interface Named {
  last_name: string;
  first_name: string;
  middle_name: string;
}

const written = ({ last_name, first_name, middle_name }: Named) =>
  [last_name, first_name, middle_name].filter(Boolean).join(' ');

/** What staff can do about the name of an active person: propose how it is written. */
export function ProposeName({ person, onDone }: { person: Person; onDone: () => void }) {
  const t = useTranslations('users.propose_name');
  const [asking, setAsking] = useState(false);
  const { proposed_name } = person;
  return (
    <div className="stack gap-4">
      {proposed_name && <p className="flush">{t('waiting', { name: written(proposed_name) })}</p>}
      <div>
        <Button variant="default" size="sm" onClick={() => setAsking(true)}>
          {t('propose')}
        </Button>
      </div>
      {asking && (
        <ProposeDialog
          person={person}
          onClose={() => setAsking(false)}
          onDone={() => {
            setAsking(false);
            onDone();
          }}
        />
      )}
    </div>
  );
}

interface DialogProps {
  person: Person;
  onClose: () => void;
  onDone: () => void;
}

function ProposeDialog({ person, onClose, onDone }: DialogProps) {
  const t = useTranslations();
  const { last_name, first_name, middle_name } = person.proposed_name ?? person;
  const form = useForm({
    endpoint: proposeName,
    params: { id: person.id },
    initial: { last_name, first_name, middle_name },
    onDone: (_answer, values) => {
      const isSame = written(values) === written(person);
      showSuccess(t(isSame ? 'users.propose_name.withdrawn' : 'users.propose_name.done'));
      onDone();
    },
  });
  return (
    <Dialog onClose={onClose} title={t('users.propose_name.title')}>
      <p className="flush before-5">{t('users.propose_name.text')}</p>
      <PrivateForm form={form} submitLabel={t('users.propose_name.submit')} onCancel={onClose}>
        <TextInput data-autofocus label={t('users.form.last_name')} {...form.field('last_name')} />
        <TextInput label={t('users.form.first_name')} {...form.field('first_name')} />
        <TextInput label={t('users.form.middle_name')} {...form.field('middle_name')} />
      </PrivateForm>
    </Dialog>
  );
}
