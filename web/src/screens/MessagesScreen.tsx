import { Messages } from '../features/messages/index.ts';
import { useUser } from '../session/session.ts';

/** /messages and /messages?to={userId} */
export default function MessagesScreen() {
  const user = useUser();
  return user && <Messages key={user._id} me={user._id} />;
}
