import { useState } from 'preact/hooks';
import { Icon } from '../../parts/icon.tsx';
import { useObjectUrl } from '../../parts/use-object-url.ts';
import { useRead } from '../../parts/use-read.ts';
import { type Attached, type Attachment, readAttachment } from './attachments.ts';

/** Kinds that browsers draw; as pictures they run no script, whatever an SVG says. */
const pictures = /^image\/(png|jpeg|gif|webp|avif|bmp|svg\+xml)$/;

/** A small picture of a picture; an icon for every other file, and for a picture that cannot be drawn. */
export function Thumbnail({ of, file }: { of: Attached; file: Attachment }) {
  const [isBroken, setBroken] = useState(false);
  const isPicture = pictures.test(file.contentType);
  const subject = isPicture ? `${of.service} ${of.table} ${file.id}` : undefined;
  const url = useObjectUrl(useRead(subject, () => readAttachment(of, file)).value);
  return (
    <span class="thumbnail">
      {url && !isBroken ? (
        <img src={url} alt="" onError={() => setBroken(true)} />
      ) : (
        <Icon name={isPicture ? 'picture' : 'file'} size={22} />
      )}
    </span>
  );
}
