import { AddPerson, Invitations, People, usePeople } from '../features/people/index.ts';
import { useTexts } from '../i18n/language.ts';
import { Page } from '../ui/Page.tsx';

/** /admin/users */
export default function AdminUsersScreen() {
  const { t } = useTexts();
  const people = usePeople();
  return (
    <Page title={t('people.title')} back width="wide" end={<AddPerson />} onRefresh={people.list.refetch}>
      <Invitations />
      <People people={people} />
    </Page>
  );
}
