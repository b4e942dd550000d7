"""Frequent English words that are written small almost wherever they stand inside a sentence.

Verbs above all, that names and headlines in sentence case leave small: two or three of them with
capitals tell Title Case from names, where nothing else is known of the words.  They are the most
frequent words of the training texts (Wikinews and Wikipedia) of which at most 5 % have
capitals inside sentences, without closed-class words
(:mod:`majuscule.detection.function_words`) and without words that German writes with a capital.
"""

from __future__ import annotations

_FREQUENT = """
ability able above accepted access accident according account accused actions active activities
activity actually added addition additional address admitted affected again aged ago agreed ahead
aircraft allegations alleged allegedly allow allowed allowing allows almost already always amount
announced announcement anyone anything appear appearance appeared appears appointed approach
approved area areas arrest arrested arrived asked attack attacked attacks attempt attempted
attended attention author authorities available average avoid awarded away back based became
become becoming began begin beginning believe believed better billion bodies body bomb bombing
born break bring broadcast broke brought build buildings built call called calling calls came
candidate candidates cannot car career carried carry carrying cars case cases caught cause caused
causing certain changed changes character charge charged charges cities citizens civilians claim
claimed claims clear close closed come comes coming comment commented comments committed companies
compared complete completed completely concern concerned concerns condition conditions conducted
confirmed conflict considered contact contains content continue continued continues contract
convicted cost costs countries couple course crash crashed create created critical criticism
current currently cut damage damaged data date daughter days deal deaths debate decided decision
declared defeated degree denied described designed destroyed determine developed developing died
dies different difficult direct directed directly discovered documents doing done double down
driver dropped due earlier early earthquake economy effect effects effort efforts eight either
elected election elections elements employees ended enough ensure entered entire equipment
especially established estimated even event events eventually evidence example expected experience
explained explosion expressed face fact failed failure families famous far feature featured
features feel feet fell felt female few fight fighting figure figures filed finally find finished
fired firm floor follow followed following forced formed former forms forward found founded friend
fuel full fully further gave generally get getting give given giving goal goals going got groups
growing growth guilty half happened hard heard heavy held help helped highest highly himself hold
homes host hour hours houses however hundreds husband idea identified illegal immediately impact
important incident include included includes including increase increased increasing indicated
individual individuals influence initial initially injured injuries inside instead intended
interest introduced involved issue issued issues itself job join joined keep kept killed killing
know known lack landing languages large largely larger largest late later launched lawyer lead
leaders leadership leading least leave leaving led left legal legislation length less letter level
levels like likely lived lives living local located location longer look looking loss lost lot low
made mainly majority make makes making managed many marriage married match materials matter mean
meaning means measures meet meeting members message mid miles minutes missing money month months
morning mostly move moved moving much multiple murder named names nearby nearly necessary need
needed needs newspaper next non normal noted nothing now number numbers numerous occurred offer
offered officers official officially officials often opened operated operating opposed ordered
originally others outside owned owner paid parents part particular particularly parties parts
passed passengers past patients pay penalty people per percent performed period personnel phone
place placed plane planned plans played players playing points political poor popular population
positive possibility possible potential practice presence present presented pressure prevent
previous previously prices prior probably problems process produce produced production products
programs projects property proposal proposed protect protesters protests provide provided
providing published put quality quarter question questions quickly quite quoted race raised ran
rate rather reach reached read really reason receive received recent recently record recorded
reduce reduced referred refused regarding regular rejected related relationship release released
remain remained remaining remains removed replaced report reported reportedly reporters reports
represented request required residents responded response responsible result resulted resulting
results return returned revealed right rise risk rocket role rule ruled rules ruling run running
runs said saw say saying says scene scheduled scientists score scored season seat seats sent
sentence separate serious serve served serving set several severe sexual share ship ships shooting
short shortly shot showed shown shows side sign signed significant similar simply singer site
sites six size small smaller soil sold soldiers something sometimes soon sources speaking species
specific speech spent spoke spokesman spokesperson spread stage started starting stated statement
stating stations stay step still stop strike strong struck structure students study subject
success successful suffered suggested suicide support supported supporters surface suspected
suspended take taken takes taking talks target ten term terms terrorist themselves therefore
things think thought thousands threat three throughout thus today together told took total track
traditional train travel treated treatment trial tried troops true try trying turn turned twenty
two unable units unknown use used users uses using usually value variety various vehicle vehicles
victims violence virus visit vote voted voters votes voting want wanted water way weapons week
weeks well went whether whole wide widely wife win winner winning woman won words work worked
working wounded writing written wrote year years yesterday
"""
COMMON_WORDS = tuple(_FREQUENT.split())
