import type { ServiceEdit } from '../../../sw/service/apply-edit.ts';
import { messageOf } from '../../connection/call.ts';
import { signPageIn } from '../../connection/sign-in.ts';
import { useRead } from '../../parts/use-read.ts';
import { followCatalogue } from '../../state/other-tabs.ts';
import { openPage, route } from '../../state/route.ts';
import { showToast } from '../../state/toasts.ts';
import { text } from '../../text/text.ts';
import { editService, type Managed, managedServices, readManaged, refreshManaged } from '../managed-services.ts';
import { publishText as t } from '../text/publish-text.ts';

/** Change the service; `back` undoes it. Answers what went wrong in words, or nothing. */
export type Save = (edit: ServiceEdit, back: ServiceEdit) => Promise<string | undefined>;

/** What people may change of a service; read again when it has a new version. */
export function useManaged(key: string): {
  managed: Managed | undefined;
  problem: string | undefined;
  retry: () => void;
  save: Save;
} {
  const known = managedServices.value?.find((service) => service.key === key);
  const again = [known?.version, known?.access];
  const { value: managed, problem, retry } = useRead(key, () => readManaged(key), { again });
  return { managed, problem, retry, save: (edit, back) => saveEdit(key, edit, back) };
}

async function saveEdit(key: string, edit: ServiceEdit, back: ServiceEdit): Promise<string | undefined> {
  try {
    const now = await change(key, edit);
    showToast({
      message: t.manage.saved,
      actions: [{ label: text.undo, onSelect: () => void takeBack(now, back) }],
    });
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}

async function takeBack(key: string, back: ServiceEdit): Promise<void> {
  try {
    await change(key, back);
    showToast({ message: t.manage.undone });
  } catch (error) {
    showToast({ kind: 'error', message: messageOf(error) });
  }
}

async function change(key: string, edit: ServiceEdit): Promise<string> {
  const now = await editService(key, edit);
  // The person who makes a service private still sees it.
  if ('access' in edit) await signPageIn();
  // Under another name it is managed at another place.
  if (now !== key && route.value.get('manage') === key) openPage('publish', { manage: now });
  await Promise.all([refreshManaged(), followCatalogue()]);
  return now;
}
