import { useEffect, useState } from 'preact/hooks';

/** Return the object URL of a file while a component is rendered; undefined without a file. */
export function useObjectUrl(file: Blob | undefined): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = file && URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made ?? '');
  }, [file]);
  return url;
}
