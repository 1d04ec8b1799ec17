import { useRef } from 'preact/hooks';
import { Button } from '../button.tsx';
import type { IconName } from '../icon.tsx';

interface FileButtonProps {
  name: string;
  icon?: IconName;
  kind?: 'primary' | 'plain';
  small?: boolean;
  accept?: string;
  multiple?: boolean;
  disabled?: boolean;
  /** Called with at least one file. The same files may be chosen again. */
  onFiles: (files: readonly [File, ...File[]]) => void;
}

/** Button that opens a file picker. */
export function FileButton({ name, accept, multiple, onFiles, ...button }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button {...button} onClick={() => input.current?.click()}>
        {name}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        multiple={multiple}
        aria-label={name}
        onChange={(event) => {
          const [first, ...others] = event.currentTarget.files ?? [];
          if (first) onFiles([first, ...others]);
          event.currentTarget.value = '';
        }}
      />
    </>
  );
}
