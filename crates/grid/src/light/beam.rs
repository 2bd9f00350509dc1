use crate::Pos;

/// The directions in which a light shines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Beam {
    /// Shines in all directions.
    All,
    /// Shines in a cone.
    Cone {
        /// The direction, of any length. If it is zero, only the light's own cell is lit.
        facing: Pos,
        /// The angle between the edges of the cone, in degrees. 360 or more is all directions.
        angle: u16,
    },
}

impl Beam {
    /// Returns `true` if the beam covers the cell at this offset from the light.
    ///
    /// A cone covers it if `dot(facing, offset) > cos(angle / 2) * |facing| * |offset|`; the
    /// light's own cell is always covered. The comparison uses the signs and the squares of both
    /// sides. The squared cosine is correct to 30 bits, and exact for 90, 180 and 270 degrees, the
    /// only angles whose edges can pass through the centres of cells.
    #[inline]
    pub fn meets(self, offset: Pos) -> bool {
        match self {
            Self::All | Self::Cone { angle: 360.., .. } => true,
            Self::Cone { facing, angle } => {
                offset == Pos::new(0, 0) || in_cone(facing, angle, offset)
            }
        }
    }
}

fn in_cone(facing: Pos, angle: u16, offset: Pos) -> bool {
    let dot = dot(facing, offset);
    let lengths = dot_self(facing) * dot_self(offset);
    // cos(a / 2)^2 = (1 + cos(a)) / 2
    let (square, edge) = (2 * ONE * dot * dot, (ONE + cosine(angle)) * lengths);
    if angle <= 180 {
        dot > 0 && square > edge
    } else if dot < 0 {
        square < edge
    } else {
        lengths > 0
    }
}

fn dot(a: Pos, b: Pos) -> i128 {
    i128::from(i64::from(a.x) * i64::from(b.x)) + i128::from(i64::from(a.y) * i64::from(b.y))
}

fn dot_self(a: Pos) -> i128 {
    dot(a, a)
}

/// One, as a fixed-point number of the cosines.
const ONE: i128 = 1 << 30;

/// Returns the cosine of 0 to 360 degrees.
fn cosine(degrees: u16) -> i128 {
    let degrees = if degrees > 180 { 360 - degrees } else { degrees };
    if degrees > 90 {
        -i128::from(COSINES[usize::from(180 - degrees)])
    } else {
        i128::from(COSINES[usize::from(degrees)])
    }
}

/// The cosines of 0 to 90 degrees times `ONE`, rounded to the nearest. They are constants because a
/// computed cosine may differ between machines.
const COSINES: [i32; 91] = [
    1_073_741_824,
    1_073_578_288,
    1_073_087_729,
    1_072_270_298,
    1_071_126_243,
    1_069_655_912,
    1_067_859_754,
    1_065_738_315,
    1_063_292_242,
    1_060_522_280,
    1_057_429_273,
    1_054_014_162,
    1_050_277_989,
    1_046_221_891,
    1_041_847_103,
    1_037_154_959,
    1_032_146_887,
    1_026_824_413,
    1_021_189_159,
    1_015_242_840,
    1_008_987_269,
    1_002_424_350,
    995_556_083,
    988_384_560,
    980_911_966,
    973_140_576,
    965_072_759,
    956_710_970,
    948_057_759,
    939_115_760,
    929_887_697,
    920_376_381,
    910_584_710,
    900_515_665,
    890_172_315,
    879_557_810,
    868_675_383,
    857_528_349,
    846_120_104,
    834_454_122,
    822_533_958,
    810_363_241,
    797_945_680,
    785_285_058,
    772_385_229,
    759_250_125,
    745_883_746,
    732_290_163,
    718_473_518,
    704_438_018,
    690_187_940,
    675_727_625,
    661_061_475,
    646_193_961,
    631_129_609,
    615_873_009,
    600_428_808,
    584_801_711,
    568_996_477,
    553_017_922,
    536_870_912,
    520_560_366,
    504_091_252,
    487_468_587,
    470_697_435,
    453_782_903,
    436_730_145,
    419_544_355,
    402_230_767,
    384_794_656,
    367_241_333,
    349_576_144,
    331_804_471,
    313_931_728,
    295_963_357,
    277_904_834,
    259_761_657,
    241_539_355,
    223_243_478,
    204_879_599,
    186_453_311,
    167_970_228,
    149_435_979,
    130_856_211,
    112_236_583,
    93_582_766,
    74_900_443,
    56_195_305,
    37_473_049,
    18_739_379,
    0,
];
