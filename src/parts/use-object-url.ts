import { useEffect, useState } from 'preact/hooks';

/** The address of a file for as long as a component shows it; undefined without a file. */
export function useObjectUrl(file: Blob | undefined): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = file && URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made ?? '');
  }, [file]);
  return url;
}
