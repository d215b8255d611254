import { listProgramTags } from '#contract/learning/programs';
import { createGroup, listGroups } from '#contract/people/groups';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useForm } from '../lib/form/use-form.ts';
import { Button } from '../ui/control/button/button.tsx';
import { FileButton } from '../ui/control/button/file-button.tsx';
import { Textarea } from '../ui/control/field/textarea.tsx';
import { TextInput } from '../ui/control/field/text-input.tsx';
import { EmailList } from '../ui/form/email-list.tsx';
import { NamesPicker } from '../ui/form/names-picker.tsx';
import { Picker } from '../ui/form/picker.tsx';
import { PrivateForm } from '../ui/form/private-form.tsx';
import { SearchSelect } from '../ui/form/search-select.tsx';
import { TagsField } from '../ui/form/tags-field.tsx';
import { TimeZoneField } from '../ui/form/time-zone-field.tsx';
import { useReason } from '../ui/form/use-reason.tsx';
import { Panel } from '../ui/page/panel.tsx';
import { PersonMark } from '../ui/person/person-mark.tsx';
import { PhotoField } from '../ui/photo/photo-field.tsx';
import { PasswordFields } from '../ui/plain/password-fields.tsx';
import { RichTextEditor } from '../ui/rich-text/rich-text-editor.tsx';
import { Sample } from './sample.tsx';

const PERSON = { id: 4, first_name: 'Олена', last_name: 'Шевченко', photo: null };
const OWNER = { email: 'olena@example.com', phone: null, first_name: 'Олена', last_name: 'Шевченко' };
const TEXT = '<h2>RichTextEditor</h2><p>Text, <strong>strong</strong>.</p><ul><li>one</li><li>two</li></ul>';
const done = () => Promise.resolve();

/** A form of a private screen with the fields that know the product's things. */
export function Forms() {
  return (
    <Panel title="form, photo, rich-text" narrow>
      <div className="stack gap-6">
        <Sample name="PrivateForm, Picker, NamesPicker, SearchSelect, TagsField, EmailList, TimeZoneField, RichTextEditor">
          <Whole />
        </Sample>
        <Sample name="PasswordFields">
          <NewPassword />
        </Sample>
        <Sample name="useReason">
          <Reason />
        </Sample>
        <Sample name="PhotoField, FileButton">
          <PhotoField label="PhotoField" present onUpload={done} onRemove={done}>
            <PersonMark person={PERSON} size={96} />
          </PhotoField>
          <FileButton onChange={() => {}}>{(button) => <Button {...button}>FileButton</Button>}</FileButton>
        </Sample>
      </div>
    </Panel>
  );
}

function Whole() {
  const t = useTranslations('common');
  const [one, setOne] = useState('');
  const [emails, setEmails] = useState(['olena@example.com', 'not an address']);
  const [html, setHtml] = useState(TEXT);
  const form = useForm({
    endpoint: createGroup,
    initial: {
      name: '',
      description: '',
      course_ids: [3],
      names: ['one'],
      tags: ['one'],
      time_zone: 'Europe/Kyiv',
    },
    body: ({ name, description, course_ids }) => ({ name, description, course_ids }),
    onDone: () => {},
  });
  return (
    <PrivateForm form={form} submitLabel={t('save')} onCancel={() => {}}>
      <TextInput label="TextInput" {...form.field('name')} />
      <Textarea label="Textarea" minRows={2} maxRows={6} {...form.field('description')} />
      <Picker
        label="Picker"
        endpoint={listGroups}
        toOption={({ id, name }: { id: number; name: string }) => ({ id, label: name })}
        {...form.field('course_ids')}
      />
      <NamesPicker label="NamesPicker" endpoint={listGroups} maxValues={5} {...form.field('names')} />
      <SearchSelect
        label="SearchSelect"
        placeholder="placeholder"
        endpoint={listGroups}
        toOption={({ id, name }: { id: number; name: string }) => ({ value: String(id), label: name })}
        value={one}
        onChange={setOne}
      />
      <TagsField
        label="TagsField"
        endpoint={listProgramTags}
        {...form.field('tags')}
        errorAt={form.errorAt}
      />
      <EmailList
        label="EmailList"
        name="emails"
        value={emails}
        onChange={setEmails}
        onBlur={() => {}}
        errorAt={(path) => (path === 'emails.1' && emails[1] === 'not an address' ? 'error' : undefined)}
      />
      <TimeZoneField label="TimeZoneField" {...form.field('time_zone')} />
      <RichTextEditor label="RichTextEditor" name="text" value={html} onChange={setHtml} />
    </PrivateForm>
  );
}

function NewPassword() {
  const form = useForm({
    endpoint: createGroup,
    initial: { password: 'Secret', password_repeat: '' },
    body: () => ({ name: 'name' }),
    onDone: () => {},
  });
  return <PasswordFields form={form} owner={OWNER} />;
}

function Reason() {
  const reason = useReason({ label: 'useReason', hint: 'hint' });
  return (
    <>
      {reason.field}
      <div className="buttons">
        <Button onClick={() => reason.require()}>require</Button>
      </div>
    </>
  );
}
