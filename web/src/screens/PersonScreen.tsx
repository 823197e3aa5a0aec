import { useComments } from '../features/comments/index.ts';
import { ProfilePage } from '../features/profile/index.ts';
import { useUser } from '../session/session.ts';
import { usePageVisit } from '../ui/page-visit.ts';

/** /people/{id} */
export default function PersonScreen() {
  const user = useUser();
  const { id = '' } = usePageVisit().parameters;
  const comments = useComments();
  if (!user) return null;
  return (
    <>
      <ProfilePage key={id} viewer={user._id} id={id} onComments={comments.open} />
      {comments.sheet}
    </>
  );
}
