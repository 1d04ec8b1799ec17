import { useEffect, useState } from 'preact/hooks';
import { Icon } from '../../parts/icon.tsx';
import { type Attached, type Attachment, readAttachment } from './attachments.ts';

/** Kinds that browsers draw; as pictures they run no script, whatever an SVG says. */
const pictures = /^image\/(png|jpeg|gif|webp|avif|bmp|svg\+xml)$/;

/** A small picture of a picture; an icon for every other file, and for a picture that cannot be drawn. */
export function Thumbnail({ of, file }: { of: Attached; file: Attachment }) {
  const [url, setUrl] = useState<string>();
  const { service, table } = of;
  const isPicture = pictures.test(file.contentType);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an id never means two contents while it is shown
  useEffect(() => {
    if (!isPicture) return;
    let isGone = false;
    let made: string | undefined;
    readAttachment(of, file).then(
      (content) => {
        if (isGone) return;
        made = URL.createObjectURL(content);
        setUrl(made);
      },
      () => undefined,
    );
    return () => {
      isGone = true;
      if (made) URL.revokeObjectURL(made);
      setUrl(undefined);
    };
  }, [service, table, file.id, isPicture]);
  return (
    <span class="thumbnail">
      {url ? (
        <img src={url} alt="" onError={() => setUrl(undefined)} />
      ) : (
        <Icon name={isPicture ? 'picture' : 'file'} size={22} />
      )}
    </span>
  );
}
