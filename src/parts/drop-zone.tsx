import { useLayoutEffect, useState } from 'preact/hooks';
import { text } from '../text/text.ts';
import { filesOf } from './dropped-files.ts';
import { Icon } from './icon.tsx';

/** Take files dropped anywhere on the page; while they hang over it a veil says what will happen. */
export function DropZone({ onFiles }: { onFiles: (files: Promise<File[]>) => void }) {
  const [isOver, setOver] = useState(false);
  // Before anything is seen: who sees the page may drop.
  useLayoutEffect(() => {
    const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
    // A part of the page that takes files itself.
    const isElsewhere = ({ target }: DragEvent) => target instanceof Element && target.closest('[data-drops]') !== null;
    const over = (event: DragEvent) => {
      if (!carriesFiles(event) || isElsewhere(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent) => {
      if (!carriesFiles(event) || isElsewhere(event)) return;
      event.preventDefault();
      setOver(false);
      if (event.dataTransfer) onFiles(filesOf(event.dataTransfer));
    };
    document.addEventListener('dragenter', over);
    document.addEventListener('dragover', over);
    document.addEventListener('dragleave', leave);
    document.addEventListener('drop', drop);
    return () => {
      document.removeEventListener('dragenter', over);
      document.removeEventListener('dragover', over);
      document.removeEventListener('dragleave', leave);
      document.removeEventListener('drop', drop);
    };
  }, [onFiles]);
  if (!isOver) return null;
  return (
    <div class="drop-veil">
      <div>
        <Icon name="upload" size={48} />
        <strong>{text.publish.drop}</strong>
        <span>{text.publish.formats}</span>
      </div>
    </div>
  );
}
