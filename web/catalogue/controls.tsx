import { IconDots, IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../ui/control/button/button.tsx';
import { CloseButton } from '../ui/control/button/close-button.tsx';
import { IconButton } from '../ui/control/button/icon-button.tsx';
import { Loader } from '../ui/control/button/loader.tsx';
import { Checkbox } from '../ui/control/choice/checkbox.tsx';
import { Radio } from '../ui/control/choice/radio.tsx';
import { SegmentedControl } from '../ui/control/choice/segmented-control.tsx';
import { Switch } from '../ui/control/choice/switch.tsx';
import { NativeSelect } from '../ui/control/field/native-select.tsx';
import { TextInput } from '../ui/control/field/text-input.tsx';
import { Textarea } from '../ui/control/field/textarea.tsx';
import { Menu } from '../ui/control/over/menu.tsx';
import { Tooltip } from '../ui/control/over/tooltip.tsx';
import { OfferedInput } from '../ui/control/search/offered-input.tsx';
import { Select } from '../ui/control/search/select.tsx';
import { TagsInput } from '../ui/control/search/tags-input.tsx';
import { NoChoices } from '../ui/form/no-choices.tsx';
import { Panel } from '../ui/page/panel.tsx';
import { Skeleton } from '../ui/state/skeleton.tsx';
import { Sample } from './sample.tsx';

const VARIANTS = ['filled', 'default', 'subtle', 'outline'] as const;
const COLORS = ['petrol', 'brick', 'gray'] as const;
const BUTTON_SIZES = ['lg', 'md', 'sm', 'compact-md', 'compact-sm'] as const;
const VALUES = ['one', 'two', 'three'] as const;
/** Choices that could not be read. */
const UNREAD = { isPending: false, isFetching: false, isError: true, refetch: () => {} };

/** Controls in their states. */
export function Controls() {
  return (
    <Panel title="control">
      <div className="stack gap-6">
        <Sample name="Button: variant, color">
          {VARIANTS.map((variant) => (
            <div key={variant} className="cluster gap-4">
              {COLORS.map((color) => (
                <Button
                  key={color}
                  variant={variant}
                  color={color}
                  leftSection={<IconPencil size={18} aria-hidden />}
                >
                  {variant} {color}
                </Button>
              ))}
              <Button variant={variant} loading>
                loading
              </Button>
              <Button variant={variant} disabled>
                disabled
              </Button>
            </div>
          ))}
        </Sample>
        <Sample name="Button: size">
          <div className="cluster gap-4">
            {BUTTON_SIZES.map((size) => (
              <Button key={size} size={size}>
                {size}
              </Button>
            ))}
          </div>
        </Sample>
        <Sample name="IconButton, CloseButton, Tooltip, Menu, Loader, Skeleton">
          <Over />
          <Skeleton height={40} />
        </Sample>
        <Sample name="Checkbox, Radio, Switch, SegmentedControl">
          <Chosen />
        </Sample>
        <Sample name="TextInput, Textarea, NativeSelect, Select, OfferedInput, TagsInput">
          <Typed />
        </Sample>
      </div>
    </Panel>
  );
}

function Over() {
  const t = useTranslations('common');
  return (
    <div className="cluster gap-4">
      <Tooltip label={t('edit')}>
        <IconButton aria-label={t('edit')}>
          <IconPencil size={20} aria-hidden />
        </IconButton>
      </Tooltip>
      <IconButton variant="default" size={42} aria-label={t('edit')} loading />
      <CloseButton aria-label={t('close')} />
      <Loader size={24} />
      <Menu>
        <Menu.Target>
          <IconButton color="gray" aria-label="Menu">
            <IconDots size={20} aria-hidden />
          </IconButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPencil size={18} aria-hidden />}>{t('edit')}</Menu.Item>
          <Menu.Item disabled>{t('create')}</Menu.Item>
          <Menu.Divider />
          <Menu.Item color="brick">{t('delete')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}

function Chosen() {
  const [one, setOne] = useState<(typeof VALUES)[number]>('one');
  const [on, setOn] = useState(true);
  const change = (event: { currentTarget: { checked: boolean } }) => setOn(event.currentTarget.checked);
  return (
    <div className="stack gap-5">
      <Checkbox label="Checkbox" description="description" checked={on} onChange={change} />
      <Checkbox label="disabled" checked={on} disabled readOnly />
      <Switch label="Switch" description="description" checked={on} onChange={change} />
      <Radio.Group label="Radio.Group" value={one} onChange={setOne}>
        <div className="stack gap-4">
          {VALUES.map((value) => (
            <Radio key={value} value={value} label={value} />
          ))}
        </div>
      </Radio.Group>
      <SegmentedControl
        aria-label="SegmentedControl"
        value={one}
        onChange={setOne}
        data={VALUES.map((value) => ({ value, label: value }))}
      />
    </div>
  );
}

function Typed() {
  const t = useTranslations('common');
  const [text, setText] = useState('');
  const [one, setOne] = useState<string | null>(null);
  const [tags, setTags] = useState<string[]>(['one']);
  const typed = (event: { currentTarget: { value: string } }) => setText(event.currentTarget.value);
  return (
    <div className="stack gap-5">
      <TextInput label="TextInput" description="description" required value={text} onChange={typed} />
      <TextInput label="error" error={t('create')} value={text} onChange={typed} />
      <TextInput label="disabled" disabled value="disabled" readOnly />
      <Textarea label="Textarea" minRows={2} maxRows={6} value={text} onChange={typed} />
      <NativeSelect
        label="NativeSelect"
        data={VALUES}
        value={one ?? 'one'}
        onChange={({ currentTarget }) => setOne(currentTarget.value)}
      />
      <Select
        label="Select"
        data={VALUES}
        value={one}
        onChange={setOne}
        clearLabel={t('delete')}
        nothingFoundMessage={t('list.nothing_found')}
      />
      <Select
        label="NoChoices"
        data={[]}
        value={null}
        onChange={setOne}
        nothingFoundMessage={<NoChoices query={UNREAD} none={t('list.none_yet')} isBelowField />}
      />
      <OfferedInput label="OfferedInput" data={VALUES} value={text} onChange={setText} />
      <TagsInput label="TagsInput" data={VALUES} value={tags} onChange={setTags} clearLabel={t('delete')} />
    </div>
  );
}
