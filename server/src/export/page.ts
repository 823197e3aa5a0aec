import { shownName } from '@duet/contract/accounts/shown-name';
import { exportTexts } from '@duet/contract/export/texts/export-texts';
import { cutText } from '@duet/contract/posts/text/cut';
import type { Language } from '@duet/contract/texts/texts';
import { deviceOf } from '../accounts/sessions/device.ts';
import type { Context } from '../platform/context.ts';
import type { Viewer } from '../platform/http/handler.ts';
import { isoTime } from '../platform/iso-time.ts';
import { currentSite } from '../platform/site/settings.ts';
import { archivePath } from './data.ts';
import { escaped } from './html.ts';
import { pagesOf } from './pages.ts';
import { contentHtml, mediaHtml } from './post-html.ts';
import * as store from './store.ts';
import { exportCss } from './style.ts';

type Html = AsyncGenerator<string>;
type Words = ReturnType<typeof exportTexts>;

interface Reader {
  readonly context: Context;
  readonly viewer: Viewer;
  readonly words: Words;
  readonly time: (at: number) => string;
}

/** `index.html` of the archive: all that a person may want to read again, without a script and with no file but media. */
export async function* pageOf(context: Context, viewer: Viewer, language: Language): Html {
  const words = exportTexts(language);
  const { timeZone } = await currentSite(context);
  const dates = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone });
  const date = (at: number) => `${dates.format(at)} ${timeZone}`;
  const time = (at: number) => `<time datetime="${isoTime(at)}">${date(at)}</time>`;
  const reader: Reader = { context, viewer, words, time };
  const title = escaped(words.title.replace('{username}', () => shownName(viewer)));
  const sections = [
    ['profile', words.profile, profile(reader)],
    ['posts', words.posts, posts(reader)],
    ['pictures', words.pictures, pictures(reader)],
    ['comments', words.comments, comments(reader)],
    ['messages', words.messages, messages(reader)],
    ['blocked', words.blocked, blocked(reader)],
    ['sessions', words.sessions, sessions(reader)],
    ['passkeys', words.passkeys, passkeys(reader)],
  ] as const;
  yield `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src * data:; media-src *; style-src 'unsafe-inline'">
<title>${title}</title>
<style>${exportCss}</style>
</head>
<body>
<main>
<header>
<h1>${title}</h1>
<p>${escaped(words.made).replace('{date}', time(context.clock.now()))} ${escaped(words.explained)}</p>
</header>
<nav>${sections.map(([id, name]) => `<a href="#${id}">${name}</a>`).join(' ')}</nav>
`;
  for (const [id, name, content] of sections) {
    yield `<section id="${id}">\n<h2>${name}</h2>\n`;
    let empty = true;
    for await (const part of content) {
      empty = false;
      yield part;
    }
    yield empty ? `<p class="quiet">${words.none}</p>\n</section>\n` : '</section>\n';
  }
  yield '</main>\n</body>\n</html>\n';
}

async function* profile({ context, viewer, words, time }: Reader): Html {
  const found = await store.findProfile(context.db.scan, viewer);
  if (found.picture_path) {
    yield `<p><img class="face" src="${archivePath(found.picture_path)}" alt="${words.picture}"></p>\n`;
  }
  const facts = [
    [words.username, escaped(found.username)],
    ...(found.display_name === '' ? [] : [[words.displayName, escaped(found.display_name)] as const]),
    [words.email, found.email === null ? '–' : escaped(found.email)],
    [words.memberSince, time(found.created_at)],
    [words.role, found.role],
    [words.language, found.language ?? '–'],
  ] as const;
  yield `<dl>${facts.map(([name, value]) => `<dt>${name}</dt><dd>${value}</dd>`).join('')}</dl>\n`;
}

async function* posts({ context, viewer, words, time }: Reader): Html {
  const { scan } = context.db;
  for await (const page of pagesOf((window) => store.listPosts(scan, viewer, window))) {
    const files = await store.listPostFiles(
      scan,
      page.map(({ id }) => id),
    );
    for (const post of page) {
      const own = files.filter(({ owner_id }) => owner_id === post.id);
      const marks = [
        ...(post.published === 1 ? [] : [words.draft]),
        ...(post.admin_only === 1 ? [words.adminOnly] : []),
      ];
      yield [
        '<article>',
        `<p>${[time(post.published_at ?? post.created_at), ...marks.map((mark) => `<span class="quiet">${mark}</span>`)].join(' · ')}</p>`,
        ...(post.title === '' ? [] : [`<h3>${escaped(post.title)}</h3>`]),
        `<div>${contentHtml(post)}</div>`,
        mediaHtml(own),
        ...(post.caption === '' ? [] : [`<p>${escaped(post.caption)}</p>`]),
        '</article>\n',
      ].join('\n');
    }
  }
}

async function* pictures({ context, viewer }: Reader): Html {
  let begun = false;
  for await (const page of pagesOf((window) => store.listMedia(context.db.scan, viewer, window))) {
    if (!begun) yield '<div class="grid">\n';
    begun = true;
    for (const { kind, path, file_name } of page) {
      yield kind === 'video'
        ? `<video controls preload="metadata" src="${archivePath(path)}"></video>\n`
        : `<a href="${archivePath(path)}"><img src="${archivePath(path)}" alt="${escaped(file_name)}" loading="lazy"></a>\n`;
    }
  }
  if (begun) yield '</div>\n';
}

async function* comments({ context, viewer, words, time }: Reader): Html {
  const { scan } = context.db;
  for await (const page of pagesOf((window) => store.listComments(scan, viewer, window))) {
    const former = await store.listVersions(
      scan,
      page.map(({ id }) => id),
    );
    for (const comment of page) {
      const title = comment.title || cutText(comment.caption ?? '', 80);
      const under = title ? words.under.replace('{title}', () => title) : words.underAPost;
      const versions = former.filter(({ comment_id }) => comment_id === comment.id);
      yield [
        `<article><p>${time(comment.created_at)} <span class="quiet">· ${escaped(under)}</span></p>`,
        `<p>${escaped(comment.text)}</p>`,
        ...versions.map(({ text }) => `<p class="quiet">${words.formerly}: ${escaped(text)}</p>`),
        '</article>\n',
      ].join('\n');
    }
  }
}

async function* messages({ context, viewer, words, time }: Reader): Html {
  const { scan } = context.db;
  for await (const partners of pagesOf((window) => store.listPartners(scan, viewer, window))) {
    for (const partner of partners) {
      const thread = [viewer.id, partner.id].sort().join(':');
      yield `<details>\n<summary>${escaped(shownName(partner))}</summary>\n<ol>\n`;
      for await (const page of pagesOf((window) => store.listThread(scan, thread, window))) {
        yield page
          .map(({ sender_id, text, created_at }) => {
            const mine = sender_id === viewer.id;
            const who = mine ? words.you : shownName(partner);
            return `<li${mine ? ' class="mine"' : ''}><b>${escaped(who)}</b> ${time(created_at)}<p>${escaped(text)}</p></li>\n`;
          })
          .join('');
      }
      yield '</ol>\n</details>\n';
    }
  }
}

async function* blocked({ context, viewer, time }: Reader): Html {
  for await (const page of pagesOf((window) => store.listBlocks(context.db.scan, viewer, window))) {
    yield* page.map((person) => `<p>${escaped(shownName(person))} ${time(person.created_at)}</p>\n`);
  }
}

async function* sessions({ context, viewer, words, time }: Reader): Html {
  for await (const page of pagesOf((window) => store.listSessions(context.db.scan, viewer, window))) {
    yield* page.map(
      ({ user_agent, last_used_at }) =>
        `<p>${escaped(deviceOf(user_agent) || '–')} <span class="quiet">· ${words.lastUsed}</span> ${time(last_used_at)}</p>\n`,
    );
  }
}

async function* passkeys({ context, viewer, words, time }: Reader): Html {
  for await (const page of pagesOf((window) => store.listPasskeys(context.db.scan, viewer, window))) {
    yield* page.map(({ name, created_at, last_used_at }) => {
      const used = last_used_at === null ? '' : ` · ${words.lastUsed} ${time(last_used_at)}`;
      return `<p>${escaped(name)} ${time(created_at)}<span class="quiet">${used}</span></p>\n`;
    });
  }
}
