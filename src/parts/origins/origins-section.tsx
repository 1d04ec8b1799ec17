import { useEffect, useState } from 'preact/hooks';
import { askJson, formatError } from '../../connection/call.ts';
import { showToast } from '../../state/toasts.ts';
import { locale } from '../../text/locale.ts';
import { Button } from '../button.tsx';
import { originsText as texts } from './origins-text.ts';

interface AllowedOrigin {
  readonly origin: string;
  readonly access: 'read' | 'administer';
  readonly allowedAt: number;
}

export function OriginsSection() {
  const [origins, setOrigins] = useState<readonly AllowedOrigin[]>();
  const [problem, setProblem] = useState<string>();
  const ask = async (method: 'GET' | 'DELETE', origin = '') => {
    const query = origin ? `?origin=${encodeURIComponent(origin)}` : '';
    try {
      setOrigins((await askJson<{ origins: AllowedOrigin[] }>('origins', `admin/origins${query}`, { method })).origins);
      if (origin) showToast({ message: texts.revoked(origin) });
    } catch (error) {
      setProblem(formatError(error));
    }
  };
  useEffect(() => void ask('GET'), []);
  return (
    <section class="card">
      <h2>{texts.title}</h2>
      <p>{problem ?? (origins?.length === 0 ? texts.none : texts.detail)}</p>
      {origins && origins.length > 0 && (
        <ul class="origin-list">
          {origins.map(({ origin, access, allowedAt }) => (
            <li key={origin}>
              <div>
                <strong>{origin}</strong>
                <span>
                  {texts.access[access]}, {texts.since(new Date(allowedAt).toLocaleDateString(locale))}
                </span>
              </div>
              <Button small onClick={() => void ask('DELETE', origin)}>
                {texts.revoke}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
