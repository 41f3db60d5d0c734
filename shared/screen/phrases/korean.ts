import { LIKELY, OVERT, type Phrase, phrasesIn } from '../phrase.ts';

/** Korean: particles hang on the words and the verb comes last, so gaps are counted in characters. */
const phrase = phrasesIn('hangul');

const GAP = '[^.!?。\\n]';
const ORDERS = '(?:지시|명령|지침|규칙|프롬프트|제한|안내|설정)';

/** Injection phrases in Korean, over normalised text. */
export const KOREAN: readonly Phrase[] = [
  phrase(
    'override',
    OVERT,
    [
      '이전',
      '지금까지',
      '앞의',
      '앞선',
      '위의',
      '모든',
      '기존',
      '원래',
      '너의',
      '당신의',
      '시스템',
    ],
    `${GAP}{0,14}?${ORDERS}${GAP}{0,8}?(?:무시(?:하고|하세요|해|하라|하십시오)|잊(?:어|고|으)|따르지 ?(?:마|말)|버려|취소(?:해|하)|어겨|우회(?:해|하))`,
  ),
  phrase(
    'impersonation',
    LIKELY,
    ['지금부터', '이제부터', '앞으로'],
    '[,\\s]{0,2}(?:너는|당신은|넌|너의|당신의)',
  ),
  phrase(
    'prompt_extraction',
    LIKELY,
    [
      '시스템 프롬프트',
      '시스템프롬프트',
      '시스템 지시',
      '너의 지시',
      '당신의 지시',
      '초기 프롬프트',
    ],
    `${GAP}{0,8}?(?:보여|출력|알려|공개|반복|말해|표시)`,
  ),
  phrase(
    'exfiltration',
    LIKELY,
    [
      '비밀번호',
      '자격 증명',
      'api 키',
      '대화 기록',
      '채팅 기록',
      '개인정보',
      '개인 정보',
      '사용자 데이터',
    ],
    `${GAP}{0,6}?(?:를|을)?${GAP}{0,50}?(?:로|에|에게)[\\s]{1,2}(?:보내|전송|전달|업로드)`,
  ),
  phrase(
    'secrecy',
    0.7,
    ['사용자', '고객', '이용자'],
    `(?:에게|한테)(?:는)?${GAP}{0,8}?(?:말하지 ?마|알리지 ?마|언급하지 ?마|비밀)`,
  ),
];
