import { type ComponentProps, type ReactNode, type RefObject, useImperativeHandle, useState } from 'react';

interface Props<M extends boolean> {
  accept?: string;
  multiple?: M;
  onChange: (chosen: M extends true ? File[] : File | null) => void;
  /** Is given what lets the same file be chosen again. */
  resetRef?: RefObject<(() => void) | null>;
  inputProps?: ComponentProps<'input'>;
  children: (button: { onClick: () => void }) => ReactNode;
}

/** Lets a button of any look choose files: `<FileButton onChange={take}>{(button) => <Button {...button}>…`. */
export function FileButton<M extends boolean = false>({
  accept,
  multiple,
  onChange,
  resetRef,
  inputProps,
  children,
}: Props<M>) {
  const [input, setInput] = useState<HTMLInputElement | null>(null);
  useImperativeHandle(resetRef, () => () => {
    if (input) input.value = '';
  });
  return (
    <>
      <input
        ref={setInput}
        type="file"
        hidden
        accept={accept}
        multiple={multiple}
        onChange={({ currentTarget: { files } }) =>
          onChange((multiple ? [...(files ?? [])] : (files?.[0] ?? null)) as Parameters<typeof onChange>[0])
        }
        {...inputProps}
      />
      {children({ onClick: () => input?.click() })}
    </>
  );
}
